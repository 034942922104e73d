/**
 * A chain on this machine and what drives it: rows planted in its outbox, records in its topic,
 * orders placed over HTTP at full speed or at a rate, and what the services say of themselves
 * meanwhile. Knows nothing of what is measured with it. Uses the packages client and world.
 */
package dev.orderchain.drills.benchmark.load;
