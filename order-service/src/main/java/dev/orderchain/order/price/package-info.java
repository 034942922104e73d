/**
 * What products cost. A price is changed in the database, together with its event; an order takes
 * it from there. Whoever only looks is served from Redis, which may be empty, stale, half written
 * or gone: {@link dev.orderchain.order.price.PriceCache} never serves a version below the highest
 * that it was told of, and it is told right after the commit and again by the event. The crash that
 * matters is the one between the two: until the event comes an old price can be read, and no order
 * is placed at it. Uses the packages database, idempotency, orders, outbox, problem, request and
 * tenant.
 */
package dev.orderchain.order.price;
