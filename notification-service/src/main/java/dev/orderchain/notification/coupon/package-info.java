/**
 * One coupon for each confirmed order, revoked with its refund unless it was used before.
 *
 * <p>A consumer of its own on the topic of the order events, with its own group and its own name in
 * the inbox, so that coupons and notifications neither wait for each other nor share a redelivery.
 * It receives as every consumer does: inbox row and coupon in one transaction. A refund and a use
 * that meet are decided by the coupon's row: both change it only from ISSUED, and then do what it
 * says. A used coupon is never changed again; its refund becomes a row in {@code coupon_review}.
 *
 * <p>Events enter at {@link dev.orderchain.notification.coupon.CouponEvents}, requests at {@link
 * dev.orderchain.notification.coupon.CouponsResource}. No other package knows of coupons. Uses the
 * packages inbox, message, notification, problem and request.
 */
package dev.orderchain.notification.coupon;
