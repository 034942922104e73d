/**
 * Shoppers: they ask over HTTP, keep a history of it, and know nothing of faults. A request without
 * an answer is asked again with its own key. Uses the packages client and history.
 */
package dev.orderchain.drills.traffic;
