/**
 * What must hold between the two databases and the provider's ledger, and what does not. Reads
 * only. Each invariant is judged over rows, wherever they come from, so that its test can hand it
 * rows that it must reject.
 *
 * <p>* * *
 *
 * <p>The databases are read while the chain works. Three snapshots in a fixed order (see {@link
 * dev.orderchain.drills.check.fact.Facts}) and a watermark on the order database's clock keep work
 * in flight from being taken for an error; nothing is left out for being recent that could be
 * judged. Uses the packages check.fact, check.invariant, check.sql and drills. Uses the packages
 * check.fact, check.invariant, check.sql and drills. Uses the packages check.fact, check.invariant,
 * check.sql and drills.
 */
package dev.orderchain.drills.check;
