/**
 * What comes from Kafka: a {@link dev.orderchain.notification.message.Message} is bytes and where
 * they lay, an {@link dev.orderchain.notification.message.Event} is what could be read of them.
 * Knows neither Kafka nor the database. Uses no other package of the service.
 */
package dev.orderchain.notification.message;
