/**
 * One request, one effect, whatever is retried: the unique key on tenant and idempotency key
 * decides which request is the first, in the transaction that writes its effect. A crash before the
 * commit leaves nothing; after it, everything, and a replay is answered from what the first request
 * was told. Uses the packages database, deadline, problem and request.
 */
package dev.orderchain.order.idempotency;
