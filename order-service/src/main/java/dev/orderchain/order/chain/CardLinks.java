package dev.orderchain.order.chain;

import dev.orderchain.order.chain.Confirmation.State;
import dev.orderchain.order.reservation.Reservation;
import dev.orderchain.order.workflow.Facts.Fact;
import dev.orderchain.order.workflow.Progress;
import dev.orderchain.order.workflow.Standing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The links that only a card order has: what is known of each party, and what was decided. */
final class CardLinks {
  private CardLinks() {}

  static List<Confirmation> of(Progress workflow, Reservation reservation, List<Fact> facts) {
    List<Confirmation> links = new ArrayList<>();
    links.add(reservation(workflow, reservation));
    links.add(payment(workflow, facts));
    links.add(decision(workflow));
    if (workflow.standing().refund() != Standing.Refund.NONE) {
      links.add(refund(workflow));
    }
    return links;
  }

  private static Confirmation reservation(Progress workflow, Reservation reservation) {
    return link(
        "reservation",
        reservation.isOpen() ? State.MISSING : State.CONFIRMED,
        ChainResource.evidence(
            "state", reservation.state().name(),
            "deadline", workflow.decideBy().toString()),
        workflow);
  }

  private static Confirmation payment(Progress workflow, List<Fact> facts) {
    Standing standing = workflow.standing();
    Map<String, Object> evidence =
        ChainResource.evidence(
            "payment", standing.payment().name(),
            "amountCents", workflow.amountCents(),
            "currency", workflow.currency(),
            "facts", facts.stream().map(CardLinks::said).toList());
    if (!workflow.lastError().isEmpty()) {
      evidence.put("attempts", workflow.attempt());
      evidence.put("lastError", workflow.lastError());
    }
    State state =
        switch (standing.payment()) {
          case NONE -> State.MISSING;
          case UNKNOWN -> State.UNKNOWN;
          case AUTHORISED -> State.MISSING;
          case DECLINED, VOIDED, CAPTURED -> State.CONFIRMED;
        };
    return link("payment", state, evidence, workflow);
  }

  private static Confirmation decision(Progress workflow) {
    Standing.Decision decision = workflow.standing().decision();
    return decision == null
        ? link(
            "decision",
            State.MISSING,
            ChainResource.evidence("decideBy", workflow.decideBy().toString()),
            workflow)
        : Confirmation.of("decision", ChainResource.evidence("decision", decision.name()));
  }

  private static Confirmation refund(Progress workflow) {
    Standing.Refund refund = workflow.standing().refund();
    State state =
        switch (refund) {
          case NONE, ASKED, DECLINED -> State.MISSING;
          case UNKNOWN -> State.UNKNOWN;
          case REFUNDED -> State.CONFIRMED;
        };
    return link("refund", state, ChainResource.evidence("refund", refund.name()), workflow);
  }

  private static Map<String, Object> said(Fact fact) {
    Map<String, Object> said = new LinkedHashMap<>();
    said.put("fact", fact.fact());
    said.put("source", fact.source());
    said.put("recordedBy", fact.recordedBy());
    said.put("recordedAt", fact.recordedAt().toString());
    return said;
  }

  /** Who moves next is said where something is not there. */
  private static Confirmation link(
      String name, State state, Map<String, Object> evidence, Progress workflow) {
    return new Confirmation(
        name, null, state, evidence, state == State.CONFIRMED ? null : workflow.responsible());
  }
}
