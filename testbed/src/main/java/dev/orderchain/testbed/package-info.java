/**
 * The outside world on one machine: real MySQL, Kafka and Redis as processes, and the order chain's
 * services as JVMs beside them, each of which can be ended, killed, paused and started again. The
 * ways between them can be broken ({@link dev.orderchain.testbed.Link}), a service can be crashed
 * at a point of its code ({@link dev.orderchain.testbed.CrashPoints}) or have a wrong clock ({@link
 * dev.orderchain.testbed.ShiftedClock}).
 *
 * <p>Promises: a {@link dev.orderchain.testbed.Part} that {@code start()} returned from answers;
 * {@code kill()} returns when the process is gone; a signal is never sent to a process that is not
 * ours, even when its number was given to another one since. What a part knows across its own death
 * (port, data, log) lies in the chain's folder, so a {@link dev.orderchain.testbed.Chain} of the
 * same folder in another JVM or class loader means the same processes.
 *
 * <p>Uses no other package of the order chain.
 */
package dev.orderchain.testbed;
