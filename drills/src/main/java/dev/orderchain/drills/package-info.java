/**
 * The command line behind {@code scripts/check} and {@code scripts/bench}: what must hold, and how
 * fast it is. Each command is a package of its own; none of them shares code with the services, so
 * that a mistake in a service is not repeated in what judges it.
 */
package dev.orderchain.drills;
