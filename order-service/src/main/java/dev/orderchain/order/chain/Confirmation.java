package dev.orderchain.order.chain;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.orderchain.order.outbox.Delivery;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One link of an order's chain.
 *
 * @param confirmation request, commit, claim, broker or effect; for a card order also reservation,
 *     payment, decision and refund
 * @param event the event id that it is about; null for the order itself
 * @param state whether it is there, is missing, or cannot be known here
 * @param evidence what shows it
 * @param responsible who moves next when it is not there; null when nothing is to be done
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Confirmation(
    String confirmation,
    String event,
    State state,
    Map<String, Object> evidence,
    String responsible) {

  enum State {
    CONFIRMED,
    MISSING,
    /** It may have happened; this service cannot tell. */
    UNKNOWN
  }

  static Confirmation of(String confirmation, Map<String, Object> evidence) {
    return new Confirmation(confirmation, null, State.CONFIRMED, evidence, null);
  }

  /** Claim, broker and effect of one event, from its outbox row. */
  static List<Confirmation> of(Delivery row) {
    return List.of(claim(row), broker(row), effect(row));
  }

  private static Confirmation claim(Delivery row) {
    Map<String, Object> evidence = new LinkedHashMap<>();
    evidence.put("state", row.state());
    evidence.put("claimVersion", row.claimVersion());
    if (row.claimVersion() > 0) {
      evidence.put("claimId", row.claimId());
      evidence.put("leaseUntil", row.leaseUntil().toInstant(ZoneOffset.UTC).toString());
    }
    if (row.attempts() > 0) {
      evidence.put("attempts", row.attempts());
      evidence.put("lastError", row.lastError());
    }
    return switch (row.state()) {
      case PENDING -> link("claim", row, State.MISSING, evidence, pending(row));
      case CLAIMED ->
          link(
              "claim",
              row,
              row.leaseExpired() ? State.MISSING : State.CONFIRMED,
              evidence,
              row.leaseExpired()
                  ? "relay-service: the lease is over, the next relay that looks takes the row over"
                  : null);
      case SENT, PARKED, DISCARDED -> link("claim", row, State.CONFIRMED, evidence, null);
    };
  }

  private static String pending(Delivery row) {
    return row.heldBack()
        ? "relay-service: waits for an earlier event of this order"
        : "relay-service: its next poll claims the row";
  }

  private static Confirmation broker(Delivery row) {
    return switch (row.state()) {
      case PENDING ->
          row.claimVersion() == 0
              ? link("broker", row, State.MISSING, Map.of(), "relay-service: after the claim")
              : link("broker", row, State.UNKNOWN, Map.of(), "relay-service: sends it again");
      case CLAIMED ->
          link(
              "broker",
              row,
              State.UNKNOWN,
              Map.of(),
              row.leaseExpired()
                  ? "relay-service: it may have been sent; whoever takes the row over sends it again"
                  : "relay-service: the holder of the claim sends it and marks the row");
      case SENT ->
          link(
              "broker",
              row,
              State.CONFIRMED,
              Map.of("sentAt", row.sentAt().toInstant(ZoneOffset.UTC).toString()),
              null);
      case PARKED ->
          link(
              "broker",
              row,
              State.MISSING,
              Map.of("lastError", row.lastError()),
              "an operator: POST /outbox/parked/"
                  + row.eventId()
                  + "/release or /discard"
                  + " on relay-service");
      case DISCARDED -> link("broker", row, State.MISSING, Map.of("discarded", true), null);
    };
  }

  private static Confirmation effect(Delivery row) {
    return row.state() == Delivery.State.DISCARDED
        ? link("effect", row, State.MISSING, Map.of("discarded", true), null)
        : link(
            "effect",
            row,
            State.UNKNOWN,
            Map.of("askAt", "GET /notifications?orderId= on notification-service"),
            "notification-service: after the broker has the event");
  }

  private static Confirmation link(
      String confirmation,
      Delivery row,
      State state,
      Map<String, Object> evidence,
      String responsible) {
    return new Confirmation(confirmation, row.eventId(), state, evidence, responsible);
  }
}
