package dev.orderchain.notification.coupon;

import dev.orderchain.notification.NotificationSettings;
import dev.orderchain.notification.inbox.Intake;
import dev.orderchain.notification.inbox.Receivers;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Acknowledgment;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Message;

/** The edge of the channel whose events become coupons. */
@ApplicationScoped
class CouponEvents {
  private final Intake intake;
  private final NotificationSettings settings;

  CouponEvents(Receivers receivers, IssueOrRevoke issueOrRevoke, NotificationSettings settings) {
    this.intake = new Intake(receivers.of(issueOrRevoke));
    this.settings = settings;
  }

  @Incoming("coupons")
  @Acknowledgment(Acknowledgment.Strategy.MANUAL)
  CompletionStage<Void> take(Message<ConsumerRecords<byte[], byte[]>> batch) {
    return intake.take(batch);
  }

  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    intake.stop(settings.stopWithin());
  }
}
