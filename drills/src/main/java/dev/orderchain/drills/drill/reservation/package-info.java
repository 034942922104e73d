/**
 * One reservation, as another coordinator asks for it over HTTP, in orders of calls that a
 * participant has to stand. Uses the packages client, evidence, stage and traffic.
 */
package dev.orderchain.drills.drill.reservation;
