/**
 * Histories: known orders of calls and faults, played on the chain that runs here, and what must
 * come of each. They are read off the services' answers, the order database and the provider's
 * ledger; nothing is written but by the services. The chain stays as it was found, but for the
 * orders that they placed. Uses the packages client, drills, evidence, stage, stage.source and
 * world.
 */
package dev.orderchain.drills.histories;
