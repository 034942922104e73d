package dev.orderchain.relay;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;

/**
 * Ready once the topic has been seen. Later outages are reported and repaired here, not elsewhere.
 */
@org.eclipse.microprofile.health.Readiness
@ApplicationScoped
class Readiness implements HealthCheck {
  private final Topic topic;
  private final RelayLoop loop;

  Readiness(Topic topic, RelayLoop loop) {
    this.topic = topic;
    this.loop = loop;
  }

  @Override
  public HealthCheckResponse call() {
    String trouble = loop.trouble();
    return HealthCheckResponse.named("relay")
        .status(topic.isThere())
        .withData("state", trouble.isEmpty() ? "publishing" : trouble)
        .build();
  }
}
