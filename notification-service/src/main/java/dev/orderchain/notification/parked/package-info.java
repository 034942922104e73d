/**
 * Messages that can never become an effect, kept with their bytes for a person. Uses the packages
 * message, problem and request.
 */
package dev.orderchain.notification.parked;
