/**
 * Calls to the payment provider, a company outside: each makes one attempt within the time that it
 * is given and says what is known afterwards. It decides and writes nothing, and retries nothing;
 * whoever calls does that, by the same keys, and does it outside any transaction. No answer is
 * never taken for a no: only what certainly has not left us is {@link
 * dev.orderchain.order.provider.Answer.NotSent}. A circuit breaker and a bulkhead keep a provider
 * that is away from holding up everything else. A crash in mid-call leaves what {@link
 * dev.orderchain.order.provider.Answer.Unknown} does: it may have happened. Uses the package
 * deadline.
 */
package dev.orderchain.order.provider;
