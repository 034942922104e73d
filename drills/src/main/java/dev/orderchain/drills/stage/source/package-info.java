/**
 * Where a drill reads what came of it: the rows of a database, the records of the topic, the ledger
 * of the payment provider, and the consumer group. Uses the packages check.invariant and client.
 */
package dev.orderchain.drills.stage.source;
