/**
 * Each event once for each consumer: {@link dev.orderchain.notification.inbox.ReceiveOrderEvents}
 * writes inbox row and {@link dev.orderchain.notification.inbox.Effect} in one transaction, and
 * {@link dev.orderchain.notification.inbox.PurgeInbox} drops rows that no delivery can ask for any
 * more. Uses the packages database, message, notification and parked.
 */
package dev.orderchain.notification.inbox;
