/**
 * Notices of the payment provider: what it tells us unasked. A notice is kept once, by its id, and
 * decides nothing: it makes its order's workflow look for itself, so that one that is replayed,
 * late or out of order changes nothing. One that comes before its order is there waits for it. Uses
 * the packages database, problem, request and workflow.
 */
package dev.orderchain.order.notice;
