/** Errors as the API's callers see them. Uses the package database. */
package dev.orderchain.notification.problem;
