/**
 * Reviews: a person's word where facts have run out. What a person saw is named by its version, so
 * that a decision about something that has changed meanwhile is refused, and whoever else held the
 * workflow has lost it afterwards. Uses the packages outbox, problem, request, tenant and workflow.
 */
package dev.orderchain.order.review;
