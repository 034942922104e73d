/**
 * The command line: which commands there are, how their words are read, what ends with what status.
 */
package dev.orderchain.drills.command;
