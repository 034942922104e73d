/**
 * What breaks a service: the crash at a named point of its code, the fault of a minute, and the
 * plan that mixes them by a seed. Uses the packages client, evidence, stage and world.
 */
package dev.orderchain.drills.drill.fault;
