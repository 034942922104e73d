package dev.orderchain.notification;

import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;

/** Ends the start, before anything is received, when a setting is out of its bounds. */
@ApplicationScoped
public class CheckSettings {
  public static final int FIRST = 1;

  void check(@Observes @Priority(FIRST) StartupEvent event, NotificationSettings settings) {
    List<String> complaints = settings.complaints();
    if (!complaints.isEmpty()) {
      throw new IllegalArgumentException(String.join("; ", complaints));
    }
  }
}
