/**
 * The credit limit: what a tenant has in open orders on account never grows over the limit that it
 * has. No constraint can say that, since it is about many rows; so whoever adds to the sum locks
 * the tenant's row here first, its guard, and then reads what is open. Placing on account is the
 * only way to add to it: no order ever becomes PLACED later. A tenant without a limit has no guard.
 * Uses the packages orders, problem, request and tenant.
 */
package dev.orderchain.order.credit;
