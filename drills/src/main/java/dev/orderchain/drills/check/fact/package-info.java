/**
 * The rows that are compared, wherever they come from, each kind in the order of a key, so that two
 * of them can be merged without holding either in memory. Uses no other package of the drills.
 */
package dev.orderchain.drills.check.fact;
