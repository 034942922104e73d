/**
 * Local mode: the order chain as processes of this machine, for a person at a terminal. What {@code
 * scripts/up}, {@code down}, {@code status} and {@code kill} run.
 *
 * <p>The processes outlive these commands; each command finds them again by {@code .local/run}.
 * Uses the packages testbed and process.
 */
package dev.orderchain.testbed.local;
