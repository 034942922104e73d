/** Errors as the API's callers see them. Uses no other package of the relay. */
package dev.orderchain.relay.problem;
