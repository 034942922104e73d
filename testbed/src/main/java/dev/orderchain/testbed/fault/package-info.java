/**
 * Faults inside a service as it is packaged: a crash or a delay at a point of its code, and a wall
 * clock that is wrong.
 *
 * <p>Uses the packages testbed and process.
 */
package dev.orderchain.testbed.fault;
