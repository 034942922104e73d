/**
 * The drills, a class for each boundary that is broken, and the command that runs them. A drill
 * asks as a shopper, hurts the chain from outside, and counts rows and records.
 */
package dev.orderchain.drills.drill;
