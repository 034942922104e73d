/**
 * What was asked and what was answered, as the one who asked saw it. An unknown outcome stays
 * unknown: a later answer is a later attempt. Uses no other package of the drills.
 */
package dev.orderchain.drills.history;
