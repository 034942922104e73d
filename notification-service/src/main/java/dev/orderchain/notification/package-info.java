/**
 * The receiving end of the chain: messages in, notifications out, each event once. What else is to
 * come of an event is another {@link dev.orderchain.notification.Effect}, in a package of its own.
 *
 * <p>Delivery is at least once, so inbox row and effect are written in one transaction and the
 * inbox's primary key decides which delivery is the first; the offset is committed after the
 * transaction. A crash before the transaction's end leaves nothing, a crash between its end and the
 * offset's commit leaves a delivery that will be a duplicate. A message that can never become an
 * effect is kept with its bytes in {@code parked_message}; a database that is away is waited for
 * and is never held against a message.
 *
 * <p>Nothing here calls back to the services that the events come from. Messages enter at {@link
 * dev.orderchain.notification.OrderEvents}, requests at the two resources.
 */
package dev.orderchain.notification;
