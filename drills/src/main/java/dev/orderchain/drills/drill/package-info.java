/**
 * The drills: the command that runs them, the catalogue of all of them, and the one that breaks
 * everything at once. Each of the packages below holds the drills of one boundary, a class for
 * each. A drill asks as a shopper, hurts the chain from outside, and counts rows and records. Uses
 * the packages drill.cache, drill.card, drill.consumer, drill.fault, drill.order, drill.relay,
 * drill.reservation, drill.server, drills, evidence, history, stage, traffic, world, world.compose
 * and world.local.
 */
package dev.orderchain.drills.drill;
