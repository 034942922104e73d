package dev.orderchain.order.review;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.order.outbox.WakeRelay;
import dev.orderchain.order.workflow.DriveWorkflows;
import dev.orderchain.order.workflow.Move;
import dev.orderchain.order.workflow.Standing;
import dev.orderchain.order.workflow.Workflow;
import dev.orderchain.order.workflow.Workflows;
import dev.orderchain.order.workflow.WriteMove;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;

/** Writes a person's word on a workflow that waits for it. */
@ApplicationScoped
class ResolveReview {
  private final Workflows workflows;
  private final WriteMove writeMove;
  private final DriveWorkflows drivers;
  private final WakeRelay relay;
  private final ObjectMapper json;

  ResolveReview(
      Workflows workflows,
      WriteMove writeMove,
      DriveWorkflows drivers,
      WakeRelay relay,
      ObjectMapper json) {
    this.workflows = workflows;
    this.writeMove = writeMove;
    this.drivers = drivers;
    this.relay = relay;
    this.json = json;
  }

  /**
   * @param version of the workflow as the person saw it
   * @param evidence what the person knows it by
   */
  record Word(int version, Move.Resolution resolution, String evidence, String by) {}

  sealed interface Outcome {
    record Resolved(int version, Standing standing) implements Outcome {}

    record NoReview() implements Outcome {}

    record OtherVersion(int version) implements Outcome {}

    record Impossible(Standing standing) implements Outcome {}
  }

  Outcome resolve(String workflowId, Word word) {
    Outcome outcome =
        QuarkusTransaction.requiringNew()
            .call(
                () ->
                    workflows
                        .lock(workflowId)
                        .filter(w -> w.standing().step() == Standing.Step.NEEDS_REVIEW)
                        .map(w -> judge(w, word))
                        .orElseGet(Outcome.NoReview::new));
    if (outcome instanceof Outcome.Resolved) {
      drivers.wake();
      relay.wake();
    }
    return outcome;
  }

  private Outcome judge(Workflow workflow, Word word) {
    int version = workflow.token().version();
    if (version != word.version()) {
      return new Outcome.OtherVersion(version);
    }
    Optional<Move> move = Move.resolved(workflow.standing(), word.resolution());
    if (move.isEmpty()) {
      return new Outcome.Impossible(workflow.standing());
    }
    String evidence =
        json.createObjectNode()
            .put("resolution", word.resolution().name())
            .put("evidence", word.evidence())
            .toString();
    writeMove.writeLocked(
        workflow, move.get(), new WriteMove.Source("review", evidence, word.by()));
    return new Outcome.Resolved(version + 1, move.get().to());
  }
}
