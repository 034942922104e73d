/**
 * Redis and the price cache: restarted, cut off, an invalidation lost, a reader held up with an old
 * price. Uses the packages check.invariant, client, drill.fault, evidence, history, stage, traffic
 * and world.
 */
package dev.orderchain.drills.drill.cache;
