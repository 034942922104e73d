/**
 * What must hold, each as what may be found against it: an anti-join over two kinds of rows, or a
 * comparison of a row with the history of what was asked. Uses the packages check.fact and history.
 */
package dev.orderchain.drills.check.invariant;
