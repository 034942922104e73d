package dev.orderchain.notification.coupon;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** The gauge to alarm on: how many refunds revoked no coupon. NaN: the database is away. */
@ApplicationScoped
class OpenReviews {
  private final CouponReviews reviews;

  OpenReviews(CouponReviews reviews) {
    this.reviews = reviews;
  }

  void register(@Observes StartupEvent event, MeterRegistry meters) {
    Gauge.builder("coupon.reviews", this, OpenReviews::count).register(meters);
  }

  private double count() {
    try {
      return QuarkusTransaction.requiringNew().call(reviews::count);
    } catch (RuntimeException databaseAway) {
      return Double.NaN;
    }
  }
}
