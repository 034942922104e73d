package dev.orderchain.payment.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.orderchain.payment.Settings;
import dev.orderchain.payment.ledger.Call;
import dev.orderchain.payment.ledger.Ledger;
import dev.orderchain.payment.ledger.Outcome;
import dev.orderchain.payment.ledger.Payment;
import dev.orderchain.payment.ledger.Refund;
import dev.orderchain.payment.ledger.Terms;
import dev.orderchain.payment.ledger.Token;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.common.annotation.RunOnVirtualThread;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.List;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;

/** {@code /payments}: what a merchant calls. An effect's answer never changes afterwards. */
@Path("/payments/{paymentKey}")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class PaymentsResource {
  private final Ledger ledger;
  private final Settings settings;
  private final MeterRegistry meters;
  private final RoutingContext http;

  PaymentsResource(Ledger ledger, Settings settings, MeterRegistry meters, RoutingContext http) {
    this.ledger = ledger;
    this.settings = settings;
    this.meters = meters;
    this.http = http;
  }

  @PUT
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Authorises a payment, once for each key")
  @RequestBody(content = @Content(schema = @Schema(implementation = Authorisation.class)))
  public Response authorise(@PathParam("paymentKey") String key, InputStream body)
      throws IOException, SQLException, InterruptedException {
    Terms terms = Incoming.terms(body);
    Outcome outcome = ledger.authorise(Incoming.key(key), terms);
    if (terms.token() == Token.SLOW) {
      Thread.sleep(settings.slowBy());
    }
    return answer(Call.AUTHORISE, outcome);
  }

  @POST
  @Path("/capture")
  @Operation(summary = "Takes an authorised payment's whole amount, once")
  public Response capture(@PathParam("paymentKey") String key) throws SQLException {
    return answer(Call.CAPTURE, ledger.capture(Incoming.key(key)));
  }

  @POST
  @Path("/void")
  @Operation(summary = "Gives up what is held, or refuses beforehand what has not come yet")
  public Response cancel(@PathParam("paymentKey") String key) throws SQLException {
    return answer(Call.VOID, ledger.cancel(Incoming.key(key)));
  }

  @PUT
  @Path("/refunds/{refundKey}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Gives back some or all of what was captured, once for each refund key")
  @RequestBody(content = @Content(schema = @Schema(implementation = RefundBody.class)))
  public Response refund(
      @PathParam("paymentKey") String key,
      @PathParam("refundKey") String refundKey,
      InputStream body)
      throws IOException, SQLException {
    long cents = Incoming.refundCents(body);
    return answer(Call.REFUND, ledger.refund(Incoming.key(key), Incoming.key(refundKey), cents));
  }

  @GET
  @Operation(summary = "What is known of a payment")
  public Response lookUp(@PathParam("paymentKey") String key) throws SQLException {
    return answer(Call.LOOK_UP, ledger.lookUp(Incoming.key(key)));
  }

  private Response answer(Call call, Outcome outcome) {
    meters
        .counter(
            "provider.calls", "call", call.name(), "outcome", outcome.getClass().getSimpleName())
        .increment();
    return switch (outcome) {
      case Outcome.Authorised a -> Response.ok(Done.of("AUTHORISED", a.payment())).build();
      case Outcome.Captured c -> Response.ok(Done.of("CAPTURED", c.payment())).build();
      case Outcome.Voided v -> Response.ok(Done.of("VOIDED", v.payment())).build();
      case Outcome.Refunded r -> Response.ok(Repaid.of(r.refund())).build();
      case Outcome.Found f -> Response.ok(View.of(f.payment(), f.refunds())).build();
      case Outcome.Refused r -> r.problem().response(r.detail());
      case Outcome.NoAnswer n -> {
        // Waited for, so that nothing of the answer gets out before it.
        http.request().connection().close().toCompletionStage().toCompletableFuture().join();
        yield Response.noContent().build();
      }
    };
  }

  /** The body of an authorisation, for the API description; {@link Incoming} reads it. */
  record Authorisation(
      @Schema(minimum = "1", maximum = "9999999999", required = true) long amountCents,
      @Schema(pattern = "[A-Z]{3}", required = true) String currency,
      @Schema(required = true, examples = "tok_ok") String token) {}

  /** What was done. The amount and receipt are missing from a payment that never came. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Done(
      String paymentKey, String outcome, Long amountCents, String currency, String receipt) {
    static Done of(String outcome, Payment payment) {
      Terms terms = payment.terms();
      return terms == null
          ? new Done(payment.key(), outcome, null, null, null)
          : new Done(
              payment.key(), outcome, terms.amountCents(), terms.currency(), payment.receipt());
    }
  }

  /** The body of a refund, for the API description. */
  record RefundBody(
      @Schema(minimum = "1", maximum = "9999999999", required = true) long amountCents) {}

  /** A refund, done or declined. */
  record Repaid(String refundKey, String outcome, long amountCents, String receipt) {
    static Repaid of(Refund refund) {
      return new Repaid(
          refund.key(), refund.state().name(), refund.amountCents(), refund.receipt());
    }
  }

  /** A payment as it is now. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record View(
      String paymentKey,
      String state,
      Long amountCents,
      String currency,
      long capturedCents,
      long refundedCents,
      String receipt,
      String createdAt,
      List<Repaid> refunds) {
    static View of(Payment payment, List<Refund> refunds) {
      return of(payment, Refund.sum(refunds), refunds.stream().map(Repaid::of).toList());
    }

    /** Without the refunds one by one. */
    static View of(Payment payment, long refundedCents, List<Repaid> refunds) {
      Terms terms = payment.terms();
      return new View(
          payment.key(),
          payment.state().name(),
          terms == null ? null : terms.amountCents(),
          terms == null ? null : terms.currency(),
          payment.capturedCents(),
          refundedCents,
          payment.receipt(),
          payment.createdAt().toString(),
          refunds);
    }
  }
}
