package dev.orderchain.order.price;

import io.smallrye.health.api.AsyncHealthCheck;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Says whether the cache works. Without it the service is slower at prices, and no less up. */
@Readiness
@ApplicationScoped
class CacheHealth implements AsyncHealthCheck {
  private final PriceCache cache;
  private final PriceSettings settings;

  CacheHealth(PriceCache cache, PriceSettings settings) {
    this.cache = cache;
    this.settings = settings;
  }

  @Override
  public Uni<HealthCheckResponse> call() {
    if (!settings.cached()) {
      return Uni.createFrom().item(up().withData("state", "off").build());
    }
    return cache
        .epoch()
        .map(epoch -> up().withData("state", "working").withData("epoch", epoch).build())
        .onFailure()
        .recoverWithItem(e -> up().withData("state", "degraded: " + e.getMessage()).build());
  }

  private static HealthCheckResponseBuilder up() {
    return HealthCheckResponse.named("price-cache").up();
  }
}
