/**
 * The rows as the two databases hold them, read in pages within one snapshot each. Uses the
 * packages check.fact and drills.
 */
package dev.orderchain.drills.check.sql;
