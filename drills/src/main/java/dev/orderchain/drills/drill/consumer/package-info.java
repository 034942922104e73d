/**
 * The consumer of order events: killed at each edge of its transaction, and frozen until its
 * partitions are taken from it. Uses the packages client, drill.fault, evidence, history, stage,
 * stage.source, traffic and world.
 */
package dev.orderchain.drills.drill.consumer;
