package dev.orderchain.order.provider;

import dev.orderchain.order.provider.Exchange.Request;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/**
 * The payment company, as docs/payment-provider.md says that it behaves. Each method makes one
 * attempt and blocks for no longer than it is told; the calling thread is a virtual one. Any of
 * them may be made again with the same keys, and none is made again in here.
 */
@ApplicationScoped
public class PaymentProvider {
  private final Exchange exchange;
  private final MeterRegistry meters;

  PaymentProvider(Exchange exchange, MeterRegistry meters) {
    this.exchange = exchange;
    this.meters = meters;
  }

  /** Holds the amount. A payment that went on since is told as it was: AUTHORISED or DECLINED. */
  public Answer authorise(
      String paymentKey, long amountCents, String currency, String token, Duration within) {
    String body =
        new JsonObject()
            .put("amountCents", amountCents)
            .put("currency", currency)
            .put("token", token)
            .encode();
    return call(Call.AUTHORISE, new Request(HttpMethod.PUT, path(paymentKey), body), "", within);
  }

  /** Takes the whole amount that is held. */
  public Answer capture(String paymentKey, Duration within) {
    Request request = new Request(HttpMethod.POST, path(paymentKey) + "/capture", "");
    return call(Call.CAPTURE, request, "", within);
  }

  /** Gives up what is held, or refuses beforehand what has not come yet (void). */
  public Answer cancel(String paymentKey, Duration within) {
    Request request = new Request(HttpMethod.POST, path(paymentKey) + "/void", "");
    return call(Call.VOID, request, "", within);
  }

  /** Gives back that much of what was captured. */
  public Answer refund(String paymentKey, String refundKey, long amountCents, Duration within) {
    String body = new JsonObject().put("amountCents", amountCents).encode();
    String path = path(paymentKey) + "/refunds/" + refundKey;
    return call(Call.REFUND, new Request(HttpMethod.PUT, path, body), refundKey, within);
  }

  /** What the provider knows of the payment, and of the refund with this key. */
  public Answer lookUp(String paymentKey, String refundKey, Duration within) {
    Request request = new Request(HttpMethod.GET, path(paymentKey), "");
    return call(Call.LOOK_UP, request, refundKey, within);
  }

  private Answer call(Call call, Request request, String refundKey, Duration within) {
    Answer answer = attempt(call, request, refundKey, within);
    meters
        .counter("payment_calls", "call", call.name(), "answer", answer.getClass().getSimpleName())
        .increment();
    return answer;
  }

  private Answer attempt(Call call, Request request, String refundKey, Duration within) {
    try {
      return call.read(exchange.attempt(request, within), refundKey);
    } catch (NoReply e) {
      return e.answer();
    } catch (CircuitBreakerOpenException e) {
      return new Answer.NotSent("the breaker is open");
    } catch (BulkheadException e) {
      return new Answer.NotSent("too many calls at once");
    }
  }

  private static String path(String paymentKey) {
    return "/payments/" + paymentKey;
  }
}
