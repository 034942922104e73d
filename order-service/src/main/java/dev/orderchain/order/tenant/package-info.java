/** Who is calling: the tenant that a token was issued to. Uses no other package of the service. */
package dev.orderchain.order.tenant;
