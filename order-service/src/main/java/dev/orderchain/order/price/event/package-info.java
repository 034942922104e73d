/**
 * The event of a changed price, received: whatever a writer that died has not told the cache, this
 * tells it. Uses the packages deadline, price and request.
 */
package dev.orderchain.order.price.event;
