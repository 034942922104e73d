/**
 * Clients of what the chain consists of, each for the little that is asked of it here: HTTP over
 * one connection, Redis, the metrics of a service, and the id of an order in what was answered.
 * Uses no other package of the drills.
 */
package dev.orderchain.drills.client;
