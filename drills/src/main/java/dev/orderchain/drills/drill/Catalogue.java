package dev.orderchain.drills.drill;

import dev.orderchain.drills.stage.Drill;
import java.time.Duration;
import java.util.List;

/** All drills, in the order in which they are run. */
final class Catalogue {
  private Catalogue() {}

  /**
   * @param everything how long the last one has traffic
   */
  static List<Drill> drills(Duration everything) {
    return List.of(
        new DuplicateRequest(),
        new MidTransactionFailure(),
        new OrderKilled(OrderKilled.Side.BEFORE),
        new OrderKilled(OrderKilled.Side.AFTER),
        new CommitLost(CommitLost.Part.RESPONSE),
        new CommitLost(CommitLost.Part.REQUEST),
        new RelayKilled(RelayKilled.Edge.AFTER_CLAIM),
        new RelayKilled(RelayKilled.Edge.AFTER_SEND),
        new RelayKilled(RelayKilled.Edge.AFTER_MARK),
        new RelayFrozen(),
        new RelayClockAhead(),
        new ConsumerKilled(ConsumerKilled.Edge.BEFORE_COMMIT),
        new ConsumerKilled(ConsumerKilled.Edge.BEFORE_OFFSET),
        new ConsumerFrozen(),
        ServerAway.kafkaKilled(),
        ServerAway.kafkaAway(),
        ServerAway.orderDbKilled(),
        ServerAway.notificationDbKilled(),
        new LinkBroken(LinkBroken.How.CUT),
        new LinkBroken(LinkBroken.How.HALF_OPEN),
        new CardKilled(CardKilled.Edge.AFTER_AUTHORISE),
        new CardKilled(CardKilled.Edge.AFTER_DECISION),
        new CardKilled(CardKilled.Edge.AFTER_CAPTURE),
        new CardKilled(CardKilled.Edge.AFTER_CONFIRM),
        new CardDriverFrozen(),
        new ProviderKilled(),
        new ProviderAway(),
        new PaymentLate(),
        new ReceiptOnly(),
        new CacheReaderHeld(CacheReaderHeld.Meanwhile.FREEZE),
        new CacheReaderHeld(CacheReaderHeld.Meanwhile.FLUSH),
        new CacheReaderHeld(CacheReaderHeld.Meanwhile.RESTART),
        new CacheAway(),
        new CacheInvalidationLost(),
        new Everything(everything));
  }
}
