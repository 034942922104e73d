package dev.orderchain.notification.notice;

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

/** The edge of the channel whose events become notifications. */
@ApplicationScoped
class OrderEvents {
  private final Intake intake;
  private final NotificationSettings settings;

  OrderEvents(Receivers receivers, Notify notify, NotificationSettings settings) {
    this.intake = new Intake(receivers.of(notify));
    this.settings = settings;
  }

  @Incoming("order-events")
  @Acknowledgment(Acknowledgment.Strategy.MANUAL)
  CompletionStage<Void> take(Message<ConsumerRecords<byte[], byte[]>> batch) {
    return intake.take(batch);
  }

  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    intake.stop(settings.stopWithin());
  }
}
