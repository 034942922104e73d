/**
 * What a measure is, and what comes of one: samples, figures with their targets, the processor time
 * that was used, and the table of a run. Uses the package benchmark.load.
 */
package dev.orderchain.drills.benchmark.measure;
