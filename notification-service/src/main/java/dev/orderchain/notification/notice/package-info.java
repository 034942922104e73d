/**
 * One notification for each event of an order. Messages enter at {@link
 * dev.orderchain.notification.notice.OrderEvents}, requests at {@link
 * dev.orderchain.notification.notice.NotificationsResource}. Uses the packages inbox, message,
 * notification, problem and request.
 */
package dev.orderchain.notification.notice;
