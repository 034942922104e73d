/**
 * How fast, and at what cost: each measure on real, durable servers of its own, everything on this
 * machine, against a yardstick or a baseline in the same run. Figures of different runs or machines
 * are not compared; ratios within a run are. Uses the packages benchmark.event, benchmark.load,
 * benchmark.measure, benchmark.order, benchmark.price, client and drills.
 */
package dev.orderchain.drills.benchmark;
