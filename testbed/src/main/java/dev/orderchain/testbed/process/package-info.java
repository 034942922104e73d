/**
 * Processes of this machine: started, found again, ended, and killed when the JVM that owns them
 * ends. A signal is never sent to a process that is not ours, even when its number was given to
 * another one since.
 *
 * <p>Uses no other package of the testbed.
 */
package dev.orderchain.testbed.process;
