/**
 * Errors over HTTP: every answer that is not a success is an RFC 9457 problem document with a
 * stable {@code type}. Nothing here decides anything; the edges name the problem and this package
 * writes it. Uses no other package of the service.
 */
package dev.orderchain.order.problem;
