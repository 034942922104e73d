package dev.orderchain.notification.inbox;

import dev.orderchain.notification.NotificationSettings;
import dev.orderchain.notification.Stopping;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;

/** The waits between tries: the shortest first, each twice the one before it, up to the longest. */
@ApplicationScoped
public class BackOff {
  private final NotificationSettings.Retry settings;
  private final Stopping stopping;

  public BackOff(NotificationSettings settings, Stopping stopping) {
    this.settings = settings.retry();
    this.stopping = stopping;
  }

  /** How long to wait before a try; the second is the first that is waited for. */
  public Duration before(int next) {
    Duration doubled = settings.shortest().multipliedBy(1L << Math.min(next - 2, 20));
    return doubled.compareTo(settings.longest()) < 0 ? doubled : settings.longest();
  }

  /**
   * Waits.
   *
   * @return false when the service began to stop meanwhile: there is no next try
   */
  boolean waitBefore(int next) {
    return !stopping.beginsWithin(before(next));
  }

  boolean mayTry() {
    return !stopping.hasBegun();
  }
}
