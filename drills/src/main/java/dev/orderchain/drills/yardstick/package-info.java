/**
 * What the chain is measured against: the same work done as the textbook does it, correct and one
 * thing at a time, on the same servers with the same settings. Uses the package benchmark.load.
 * Uses the package benchmark.load. Uses the package benchmark.load.
 */
package dev.orderchain.drills.yardstick;
