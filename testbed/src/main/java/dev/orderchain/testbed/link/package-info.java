/**
 * The way of a client to a server, as a proxy that breaks on request; for MySQL also one that loses
 * exactly one commit, or the answer to it.
 *
 * <p>Uses no other package of the testbed.
 */
package dev.orderchain.testbed.link;
