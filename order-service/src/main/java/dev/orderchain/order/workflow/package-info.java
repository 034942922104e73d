/**
 * Card orders: every one is brought to one agreed end, through any crash. A driver claims what is
 * due, does one step at the provider, and writes what it learned and the next step together, by
 * compare-and-set on its own claim; the run after a crash is the same as the first. The decision is
 * durable before anybody acts on it and is never reversed; no answer is never taken for no. Where
 * facts run out the workflow waits for a person. Uses the packages database, deadline, orders,
 * outbox, provider, request, reservation and stock.
 */
package dev.orderchain.order.workflow;
