/**
 * What judges the chain: what must hold ({@code check}), and how fast it is ({@code benchmark}).
 * Shares no code with the services, so that a mistake in a service is not repeated in its judge.
 */
package dev.orderchain.drills;
