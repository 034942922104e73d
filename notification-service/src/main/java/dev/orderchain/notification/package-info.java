/**
 * The receiving end of the chain: messages in, effects out, each event once. Notifications and
 * coupons are two effects of one receiver; a third is another {@code Effect} in a package of its
 * own.
 *
 * <p>Delivery is at least once, so inbox row and effect are written in one transaction and the
 * inbox's primary key decides which delivery is the first; the offset is committed after the
 * transaction. A crash before the transaction's end leaves nothing, a crash between its end and the
 * offset's commit leaves a delivery that will be a duplicate. A message that can never become an
 * effect is kept with its bytes in {@code parked_message}; a database that is away is waited for
 * and is never held against a message. Nothing here calls back to the services that the events come
 * from.
 *
 * <p>{@code dev.orderchain.notification.inbox.ReceiveOrderEvents} is the place to start reading.
 * What is here is for every package: the settings, and that the service stops. Uses no other
 * package of the service.
 */
package dev.orderchain.notification;
