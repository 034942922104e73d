/**
 * The writing side of the outbox: an event is a row that commits together with the fact it tells.
 * The unique key {@code uk_outbox_event} makes the same fact twice impossible. From the commit on
 * relay-service is responsible; {@link dev.orderchain.order.outbox.WakeRelay} only saves it the
 * wait for its next poll. Rows that were sent are purged here, because this service owns the table.
 * Uses the package database.
 */
package dev.orderchain.order.outbox;
