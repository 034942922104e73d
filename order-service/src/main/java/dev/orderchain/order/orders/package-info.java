/**
 * The orders: the business facts. A row is made by placing and moved by one compare-and-set a
 * state; {@code version} counts the events that an order has. Uses the packages database and
 * request.
 */
package dev.orderchain.order.orders;
