/** Who asks, and for which page of a list. Uses no other package of the service. */
package dev.orderchain.notification.request;
