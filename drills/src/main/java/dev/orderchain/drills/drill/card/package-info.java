/**
 * Card payments: a driver killed or frozen, a provider killed, away or late, a receipt without a
 * payment. Uses the packages client, drill.fault, evidence, history, stage, stage.source, traffic
 * and world.
 */
package dev.orderchain.drills.drill.card;
