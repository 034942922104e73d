/**
 * Deadlines: how much time a caller gave, how much of it is left, and how long to wait before the
 * next attempt. A retry that cannot end within what is left is not begun. Measured on one process's
 * monotonic clock and kept nowhere: after a crash whoever goes on has a budget of its own. Uses no
 * other package of the service.
 */
package dev.orderchain.order.deadline;
