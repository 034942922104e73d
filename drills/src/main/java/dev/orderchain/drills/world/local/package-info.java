/**
 * A chain as processes of this machine: one of the drills' own, or the one that runs here. Uses the
 * packages client, drills and world.
 */
package dev.orderchain.drills.world.local;
