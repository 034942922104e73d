package dev.orderchain.notification.notice;

import dev.orderchain.notification.NotificationSettings;
import dev.orderchain.notification.inbox.Effect;
import dev.orderchain.notification.message.Event;
import dev.orderchain.notification.message.Message;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.List;

/** Each event becomes a notification; a message that is none of the known events is parked. */
@ApplicationScoped
class Notify implements Effect {
  private final Notifications notifications;
  private final NotificationSettings settings;

  Notify(Notifications notifications, NotificationSettings settings) {
    this.notifications = notifications;
    this.settings = settings;
  }

  @Override
  public String name() {
    return "notification";
  }

  @Override
  public String consumerName() {
    return settings.consumerName();
  }

  @Override
  public boolean concerns(Message message) {
    return true;
  }

  @Override
  public void take(List<Event> events) throws SQLException {
    notifications.insert(events);
  }
}
