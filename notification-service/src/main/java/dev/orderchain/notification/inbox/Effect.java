package dev.orderchain.notification.inbox;

import dev.orderchain.notification.message.Event;
import dev.orderchain.notification.message.Message;
import java.sql.SQLException;
import java.util.List;

/** What one consumer makes of the events that it receives. */
public interface Effect {
  /** The first word of its meters. */
  String name();

  /** Under which name its inbox rows stand; also its group in Kafka. */
  String consumerName();

  /**
   * Whether a message is anything to this consumer. What is not is neither written, nor parked, nor
   * counted by it.
   */
  boolean concerns(Message message);

  /**
   * Brings it about, in the transaction that writes the events into the inbox. An exception rolls
   * both back; a database's refusal of one event parks its message.
   *
   * @param events received for the first time, in their order
   */
  void take(List<Event> events) throws SQLException;
}
