/**
 * Events that no attempt can send, and the API by which a person lets them go on or gives them up.
 * Uses the packages problem and publish.
 */
package dev.orderchain.relay.parked;
