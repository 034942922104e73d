/**
 * What an order costs: placed, placed while relays drain the outbox, paid for by card, and told of.
 * Uses the packages benchmark.event, benchmark.load, benchmark.measure, client and yardstick.
 */
package dev.orderchain.drills.benchmark.order;
