/**
 * What a drill is, and what it is given: a chain to hurt, shoppers with a history, the rows and the
 * records to count, and the evidence to leave. The four parts of a drill stay apart: traffic
 * ({@link dev.orderchain.drills.traffic}), fault ({@link dev.orderchain.drills.world}), checks
 * ({@link dev.orderchain.drills.check}) and report ({@link dev.orderchain.drills.evidence}). Uses
 * the packages check, check.invariant, client, drills, evidence, history, stage.source, traffic and
 * world.
 */
package dev.orderchain.drills.stage;
