/**
 * What a price costs to read: from the cache, from the database, among changes, and what the guard
 * against old prices adds. Uses the packages benchmark.load, benchmark.measure and client.
 */
package dev.orderchain.drills.benchmark.price;
