/**
 * The relay: killed, frozen while it holds a claim, with a clock of its own, and what its log says
 * of each claim. Uses the packages client, drill.fault, evidence, history, stage, stage.source,
 * traffic and world.
 */
package dev.orderchain.drills.drill.relay;
