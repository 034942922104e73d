/**
 * A chain on this machine and what drives it: rows planted in its outbox, records in its topic,
 * orders placed over HTTP at full speed or at a rate, and what the kernel and the services say of
 * themselves meanwhile. Uses the testbed; knows nothing of what is measured with it.
 */
package dev.orderchain.drills.rig;
