/**
 * The chain that a drill hurts, wherever it runs: as processes of this machine or as containers.
 * One of the drills' own is started for them and is gone after them; one that ran here already runs
 * on. What can be done to it comes from outside: the services have no code for it. Uses the package
 * drills.
 */
package dev.orderchain.drills.world;
