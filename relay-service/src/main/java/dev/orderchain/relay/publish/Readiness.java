package dev.orderchain.relay.publish;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;

/**
 * Ready once the topics have been seen. Later outages are reported and repaired here, not
 * elsewhere.
 */
@org.eclipse.microprofile.health.Readiness
@ApplicationScoped
class Readiness implements HealthCheck {
  private final Topics topics;
  private final RelayLoop loop;

  Readiness(Topics topics, RelayLoop loop) {
    this.topics = topics;
    this.loop = loop;
  }

  @Override
  public HealthCheckResponse call() {
    String trouble = loop.trouble();
    return HealthCheckResponse.named("relay")
        .status(topics.areThere())
        .withData("state", trouble.isEmpty() ? "publishing" : trouble)
        .build();
  }
}
