/**
 * What an event costs on its way: claimed, published by one relay or by two, received and turned
 * into its effects. Uses the packages benchmark.load, benchmark.measure, client and yardstick.
 */
package dev.orderchain.drills.benchmark.event;
