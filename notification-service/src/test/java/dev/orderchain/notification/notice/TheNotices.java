package dev.orderchain.notification.notice;

import dev.orderchain.notification.inbox.Effect;
import jakarta.inject.Singleton;

/** Hands the package's effect to the tests of other packages. */
@Singleton
public class TheNotices {
  public final Effect effect;

  TheNotices(Notify notify) {
    effect = notify;
  }
}
