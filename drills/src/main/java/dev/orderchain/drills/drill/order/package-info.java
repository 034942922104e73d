/**
 * Placing an order: killed in the middle of it, its commit lost, asked twice, failing half-way.
 * Uses the packages drill.fault, evidence, history, stage, traffic and world.
 */
package dev.orderchain.drills.drill.order;
