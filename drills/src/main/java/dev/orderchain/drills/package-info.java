/**
 * What judges the chain: what must hold ({@code check}), what is broken on purpose ({@code drill}),
 * and how fast it is ({@code benchmark}). Shares no code with the services, so that a mistake in a
 * service is not repeated in its judge. Uses no other package of the drills.
 */
package dev.orderchain.drills;
