package dev.orderchain.payment.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.orderchain.payment.ledger.Call;
import dev.orderchain.payment.ledger.Ledger;
import dev.orderchain.payment.ledger.Outcome;
import dev.orderchain.payment.ledger.Payments;
import dev.orderchain.payment.ledger.Terms;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;

/** {@code /ledger}: everything as it is, also what look-up does not find. */
@Path("/ledger")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class LedgerResource {
  private static final int MOST = 1_000;

  private final Ledger ledger;

  LedgerResource(Ledger ledger) {
    this.ledger = ledger;
  }

  @GET
  @Operation(summary = "All payments, oldest first; the first page has totals and counts of calls")
  public Page read(
      @QueryParam("key") String key,
      @QueryParam("after") @DefaultValue("0") String after,
      @QueryParam("limit") @DefaultValue("100") String limit)
      throws SQLException {
    Optional<String> wanted = Optional.ofNullable(key).map(Incoming::key);
    long from = Incoming.number("after", after, 0, Long.MAX_VALUE);
    int most = (int) Incoming.number("limit", limit, 1, MOST);
    Ledger.Page page = ledger.page(wanted, from, most);
    return new Page(
        page.totals(),
        page.received(),
        page.entries().stream().map(Entry::of).toList(),
        page.entries().size() < most ? null : page.entries().getLast().id());
  }

  @POST
  @Path("/receipts/{receipt}/void")
  @Operation(
      summary = "Gives up what is held under a receipt, as a person has it done by telephone")
  public Response cancel(@PathParam("receipt") String receipt) throws SQLException {
    return switch (ledger.cancelByReceipt(Incoming.key(receipt))) {
      case Outcome.Voided v -> Response.ok(PaymentsResource.View.of(v.payment(), 0, null)).build();
      case Outcome.Refused r -> r.problem().response(r.detail());
      case Outcome other -> throw new IllegalStateException("a void by receipt came to " + other);
    };
  }

  /**
   * @param next what to pass as after for the next page, if there may be one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Page(
      Map<String, Payments.Total> totals, Map<Call, Long> calls, List<Entry> payments, Long next) {}

  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Entry(long id, @JsonUnwrapped PaymentsResource.View payment, String token) {
    static Entry of(Payments.Entry entry) {
      Terms terms = entry.payment().terms();
      return new Entry(
          entry.id(),
          PaymentsResource.View.of(entry.payment(), entry.refundedCents(), null),
          terms == null ? null : terms.token().text());
    }
  }
}
