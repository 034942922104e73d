/**
 * The servers that all services share: each of them away, and the links to them broken. Uses the
 * packages evidence, history, stage, traffic and world.
 */
package dev.orderchain.drills.drill.server;
