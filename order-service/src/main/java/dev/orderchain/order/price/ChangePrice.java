package dev.orderchain.order.price;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.order.database.DatabaseFailure;
import dev.orderchain.order.database.UntilKnown;
import dev.orderchain.order.orders.Order;
import dev.orderchain.order.outbox.Event;
import dev.orderchain.order.outbox.Outbox;
import dev.orderchain.order.outbox.WakeRelay;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Changes a price: product, price and event in one transaction, and then tells the cache. The
 * identity of a change is the version that it makes, so that one whose commit's answer was lost is
 * found out by being asked for again.
 *
 * <pre>
 * we die                                  who tells the cache
 * before the commit                       nobody: nothing has changed
 * after it, before the cache is told      the event, see {@code PriceEvents}; old prices are read
 *                                         until then
 * </pre>
 *
 * <p>Broken on purpose by the drill {@code cache-invalidation-lost}.
 */
@ApplicationScoped
class ChangePrice {
  private static final Logger LOG = Logger.getLogger(ChangePrice.class);

  private final Products products;
  private final Outbox outbox;
  private final WakeRelay relay;
  private final PriceCache cache;
  private final UntilKnown untilKnown;
  private final ObjectMapper json;

  ChangePrice(
      Products products,
      Outbox outbox,
      WakeRelay relay,
      PriceCache cache,
      UntilKnown untilKnown,
      ObjectMapper json) {
    this.products = products;
    this.outbox = outbox;
    this.relay = relay;
    this.cache = cache;
    this.untilKnown = untilKnown;
    this.json = json;
  }

  /**
   * A request, read and checked.
   *
   * @param seen the version that whoever asks has seen; the change makes the next one
   * @param by who asks, for the record
   */
  record Request(String sku, int seen, long priceCents, String by, String traceparent) {}

  PriceChange change(Request request, Duration within) {
    PriceChange change = untilKnown.run(new Work(request), within);
    if (!(change instanceof PriceChange.Done done)) {
      return change;
    }
    Product product = done.product();
    boolean invalidated =
        cache
            .invalidate(product.sku(), product.version(), PriceCache.By.WRITER)
            .await()
            .indefinitely();
    relay.wake();
    return new PriceChange.Done(product, done.before(), invalidated);
  }

  private final class Work implements UntilKnown.Work<PriceChange> {
    private final Request request;
    private boolean maybeDone;

    Work(Request request) {
      this.request = request;
    }

    @Override
    public PriceChange write() {
      if (products.change(request.sku(), request.seen(), request.priceCents(), request.by())) {
        Product changed = product().orElseThrow();
        outbox.add(event(changed));
        return new PriceChange.Done(changed, false, false);
      }
      return product().map(this::unchanged).orElseGet(PriceChange.UnknownSku::new);
    }

    private Optional<Product> product() {
      return products.find(request.sku());
    }

    /**
     * The same price at the version that was asked for: it was this change, in a request before or
     * in an attempt of this one whose commit was not answered.
     */
    private PriceChange unchanged(Product now) {
      int asked = request.seen() + 1;
      if (!products.cost(request.sku(), asked, request.priceCents())) {
        return new PriceChange.OtherVersion(now.version());
      }
      Product then =
          new Product(now.sku(), now.name(), request.priceCents(), Order.CURRENCY, asked);
      return new PriceChange.Done(then, !maybeDone, false);
    }

    private Event event(Product changed) {
      return new Event(
          Event.Topic.PRODUCTS,
          changed.sku(),
          changed.version(),
          "PriceChanged",
          changed.write(json),
          request.traceparent());
    }

    @Override
    public boolean commits(PriceChange outcome) {
      return outcome instanceof PriceChange.Done done && !done.before();
    }

    @Override
    public Optional<PriceChange> afterFailure(Exception failure, boolean commitSent) {
      if (DatabaseFailure.of(failure).allowsAnotherTry(commitSent)) {
        LOG.debugf(failure, "%s: trying again, commit sent: %b", request, commitSent);
        maybeDone |= commitSent;
        return Optional.empty();
      }
      throw new IllegalStateException(request + " cannot be judged", failure);
    }

    @Override
    public PriceChange overdue(boolean commitSent) {
      LOG.warnf("%s: no outcome in time, commit sent: %b", request, commitSent);
      return commitSent ? new PriceChange.OutcomeUnknown() : new PriceChange.Unavailable();
    }
  }
}
