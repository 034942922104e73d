/**
 * A chain as containers, from the project's docker-compose.yml: one of the drills' own, or the one
 * that runs here. Uses the packages drills and world.
 */
package dev.orderchain.drills.world.compose;
