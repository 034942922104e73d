/**
 * What the drills leave behind: a line each, a file with every number, a page to look at. Says what
 * was counted and judges nothing but whether it is what had to be counted. Uses the packages
 * check.invariant and history. Uses the packages check.invariant and history. Uses the packages
 * check.invariant and history.
 */
package dev.orderchain.drills.evidence;
