/**
 * Reservations: pieces of a product set aside for one branch of an order until its coordinator
 * decides (try, confirm, cancel). Each call is one local transaction in which quantity and state
 * change together; the primary key decides which call on an identity is the first. A crash before
 * the commit leaves nothing, a crash after it everything, and the same call again is told the same.
 * Nothing here decides on its own: past its deadline a reservation waits for whoever coordinates
 * it. Uses the packages database, problem, request and stock.
 */
package dev.orderchain.order.reservation;
