/**
 * The command line: which commands there are, how their words are read, what ends with what status.
 * Uses the packages benchmark, check, drill and drills.
 */
package dev.orderchain.drills.command;
