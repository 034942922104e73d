package dev.orderchain.notification.inbox;

import dev.orderchain.notification.NotificationSettings;
import dev.orderchain.notification.Stopping;
import io.quarkus.arc.All;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Removes inbox rows of all consumers that are past their retention, in small transactions. Rows
 * whose retention is not known to be long enough stay: see {@link InboxRetention}.
 */
@ApplicationScoped
class PurgeInbox {
  private static final Logger LOG = Logger.getLogger(PurgeInbox.class);

  /** So that one run ends; the next goes on. */
  private static final int MOST_TRANSACTIONS = 1_000;

  private final Inbox inbox;
  private final InboxRetention retention;
  private final List<Effect> effects;
  private final NotificationSettings settings;
  private final Stopping stopping;

  PurgeInbox(
      Inbox inbox,
      InboxRetention retention,
      @All List<Effect> effects,
      NotificationSettings settings,
      Stopping stopping) {
    this.inbox = inbox;
    this.effects = effects;
    this.retention = retention;
    this.settings = settings;
    this.stopping = stopping;
  }

  @Scheduled(
      every = "${notification.inbox.purge.every}",
      delayed = "${notification.inbox.purge.every}",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void run() {
    if (settings.inbox().retention().isForever()) {
      return;
    }
    switch (retention.ask()) {
      case InboxRetention.Verdict.Sufficient() -> purgeOrWarn();
      case InboxRetention.Verdict.TooShort(var why) ->
          LOG.errorf("%s Until then no inbox row is purged.", why);
      case InboxRetention.Verdict.Unknown(var why) ->
          LOG.debugf("no purge while the retention of the topic is not known: %s", why);
    }
  }

  private void purgeOrWarn() {
    try {
      int purged = purge();
      if (purged > 0) {
        LOG.infof("purged %d inbox rows", purged);
      }
    } catch (RuntimeException e) {
      LOG.warnf("the purge of the inbox goes on with the next run: %s", e);
    }
  }

  /** Returns how many rows it removed. */
  int purge() {
    return effects.stream().map(Effect::consumerName).mapToInt(this::purge).sum();
  }

  private int purge(String consumerName) {
    int limit = settings.inbox().purge().batch();
    int purged = 0;
    for (int i = 0; i < MOST_TRANSACTIONS && !stopping.hasBegun(); i++) {
      int some = purgeSome(consumerName, limit);
      purged += some;
      if (some < limit) {
        break;
      }
    }
    return purged;
  }

  private int purgeSome(String consumerName, int limit) {
    long seconds = settings.inbox().retention().time().orElseThrow().toSeconds();
    return QuarkusTransaction.requiringNew().call(() -> inbox.purge(consumerName, seconds, limit));
  }
}
