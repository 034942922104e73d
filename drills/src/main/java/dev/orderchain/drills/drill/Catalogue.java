package dev.orderchain.drills.drill;

import dev.orderchain.drills.drill.cache.CacheAway;
import dev.orderchain.drills.drill.cache.CacheInvalidationLost;
import dev.orderchain.drills.drill.cache.CacheReaderHeld;
import dev.orderchain.drills.drill.card.CardDriverFrozen;
import dev.orderchain.drills.drill.card.CardKilled;
import dev.orderchain.drills.drill.card.PaymentLate;
import dev.orderchain.drills.drill.card.ProviderAway;
import dev.orderchain.drills.drill.card.ProviderKilled;
import dev.orderchain.drills.drill.card.ReceiptOnly;
import dev.orderchain.drills.drill.card.SlowPaymentKilled;
import dev.orderchain.drills.drill.card.SlowPaymentTakenOver;
import dev.orderchain.drills.drill.consumer.ConsumerFrozen;
import dev.orderchain.drills.drill.consumer.ConsumerKilled;
import dev.orderchain.drills.drill.order.CommitLost;
import dev.orderchain.drills.drill.order.DuplicateRequest;
import dev.orderchain.drills.drill.order.MidTransactionFailure;
import dev.orderchain.drills.drill.order.OrderKilled;
import dev.orderchain.drills.drill.relay.RelayClockAhead;
import dev.orderchain.drills.drill.relay.RelayFrozen;
import dev.orderchain.drills.drill.relay.RelayKilled;
import dev.orderchain.drills.drill.reservation.CancelTryCancel;
import dev.orderchain.drills.drill.reservation.ConfirmAgainstCancel;
import dev.orderchain.drills.drill.reservation.TryTryOtherQuantity;
import dev.orderchain.drills.drill.server.LinkBroken;
import dev.orderchain.drills.drill.server.ServerAway;
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
        new SlowPaymentKilled(SlowPaymentKilled.Moment.ANSWER_LOST),
        new SlowPaymentKilled(SlowPaymentKilled.Moment.ONE_CONFIRMED),
        new SlowPaymentTakenOver(),
        new CancelTryCancel(),
        new ConfirmAgainstCancel(),
        new TryTryOtherQuantity(),
        new CacheReaderHeld(CacheReaderHeld.Meanwhile.FREEZE),
        new CacheReaderHeld(CacheReaderHeld.Meanwhile.FLUSH),
        new CacheReaderHeld(CacheReaderHeld.Meanwhile.RESTART),
        new CacheAway(),
        new CacheInvalidationLost(),
        new Everything(everything));
  }
}
