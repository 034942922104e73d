/**
 * The chain that a drill hurts, wherever it runs: as processes of this machine or as containers. It
 * is started for the drills and is gone after them. What can be done to it comes from outside: the
 * services have no code for it. Uses the packages client and drills.
 */
package dev.orderchain.drills.world;
