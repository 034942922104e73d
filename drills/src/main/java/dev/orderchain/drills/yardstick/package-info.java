/**
 * What the chain is measured against: the same work done as the textbook does it, correct and one
 * thing at a time, on the same servers with the same settings.
 */
package dev.orderchain.drills.yardstick;
