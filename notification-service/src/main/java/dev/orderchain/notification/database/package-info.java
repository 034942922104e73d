/**
 * The schema's migration at the start, and what a failure of the database says: away, refused, or
 * already there. Uses the package notification.
 */
package dev.orderchain.notification.database;
