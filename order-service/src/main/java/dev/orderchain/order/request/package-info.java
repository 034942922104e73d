/**
 * What a client asks for, read strictly; of an order with a hash that answers whether two requests
 * have the same content. Decides and writes nothing. Uses no other package of the service.
 */
package dev.orderchain.order.request;
