package dev.orderchain.order.credit;

/**
 * A tenant's limit and what is used of it; more than all when it was lowered.
 *
 * @param usedCents the sum of the tenant's open orders on account
 */
public record CreditLimit(long limitCents, long usedCents) {
  public boolean covers(long moreCents) {
    return moreCents <= limitCents - usedCents;
  }
}
