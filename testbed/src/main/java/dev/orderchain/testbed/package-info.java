/**
 * The outside world on one machine: real MySQL, Kafka and Redis as processes, and the order chain's
 * services as JVMs beside them, each of which can be ended, killed, paused and started again. The
 * ways between them can be broken ({@link dev.orderchain.testbed.link.Link}), a service can be
 * crashed at a point of its code ({@link dev.orderchain.testbed.fault.CrashPoints}) or have a wrong
 * clock ({@link dev.orderchain.testbed.fault.ShiftedClock}).
 *
 * <p>Promises: a {@link dev.orderchain.testbed.Part} that {@code start()} returned from answers;
 * {@code kill()} returns when the process is gone. What a part knows across its own death (port,
 * data, log) lies in the chain's folder, so a {@link dev.orderchain.testbed.Chain} of the same
 * folder in another JVM or class loader means the same processes.
 *
 * <p>Uses the packages link and process.
 */
package dev.orderchain.testbed;
