package dev.orderchain.order.review;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.orderchain.order.problem.Body;
import dev.orderchain.order.problem.Problem;
import dev.orderchain.order.request.StrictJson;
import dev.orderchain.order.tenant.Caller;
import dev.orderchain.order.workflow.Facts;
import dev.orderchain.order.workflow.Move;
import dev.orderchain.order.workflow.Progress;
import dev.orderchain.order.workflow.Standing;
import dev.orderchain.order.workflow.Workflows;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;

/** {@code /reviews}: what waits for a person, with all that is known, and the person's word. */
@Path("/reviews")
@Produces(MediaType.APPLICATION_JSON)
@RolesAllowed("operator")
@RunOnVirtualThread
public class ReviewResource {
  private static final int MOST = 100;
  private static final int MAX_BODY_BYTES = 16 * 1024;
  private static final int LONGEST_EVIDENCE = 2_000;

  private final ResolveReview resolveReview;
  private final Workflows workflows;
  private final Facts facts;
  private final Caller caller;

  ReviewResource(ResolveReview resolveReview, Workflows workflows, Facts facts, Caller caller) {
    this.resolveReview = resolveReview;
    this.workflows = workflows;
    this.facts = facts;
    this.caller = caller;
  }

  @GET
  @Operation(summary = "Card orders that wait for a person, with what is known of each; 100 a page")
  public Page list(@QueryParam("after") @DefaultValue("") String after) {
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              List<Review> reviews =
                  workflows.inReview(after, MOST).stream()
                      .map(w -> Review.of(w, facts.of(w.workflowId())))
                      .toList();
              return new Page(
                  reviews, reviews.size() < MOST ? null : reviews.getLast().workflowId());
            });
  }

  @POST
  @Path("/{workflowId}")
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(summary = "Says what has become of a payment or a refund, or has it looked at again")
  @RequestBody(content = @Content(schema = @Schema(implementation = Word.class)))
  public Response resolve(@PathParam("workflowId") String workflowId, InputStream stream)
      throws IOException {
    Optional<Word> read =
        StrictJson.read(Body.read(stream, MAX_BODY_BYTES), Word.class).filter(Word::isComplete);
    if (read.isEmpty()) {
      return Problem.MALFORMED_BODY.response(
          "The body must have version (a number), resolution (RETRY, CAPTURED, VOIDED or"
              + " REFUNDED) and evidence (1 to "
              + LONGEST_EVIDENCE
              + " characters), and no more.");
    }
    Word word = read.get();
    return answer(
        workflowId,
        resolveReview.resolve(
            workflowId,
            new ResolveReview.Word(
                word.version(), word.resolution(), word.evidence(), caller.name())));
  }

  private static Response answer(String workflowId, ResolveReview.Outcome outcome) {
    return switch (outcome) {
      case ResolveReview.Outcome.Resolved r ->
          Response.ok(new Resolved(workflowId, r.version(), r.standing().step())).build();
      case ResolveReview.Outcome.NoReview n ->
          Problem.NO_REVIEW.response("No workflow of this id waits for a person.");
      case ResolveReview.Outcome.OtherVersion o ->
          Problem.REVIEW_CONFLICT.response("Its version is " + o.version() + ". Look again.");
      case ResolveReview.Outcome.Impossible i ->
          Problem.RESOLUTION_IMPOSSIBLE.response(
              "The decision is "
                  + i.standing().decision()
                  + ", the payment "
                  + i.standing().payment()
                  + ", the refund "
                  + i.standing().refund()
                  + ".");
    };
  }

  record Word(int version, Move.Resolution resolution, String evidence) {
    boolean isComplete() {
      return resolution != null
          && evidence != null
          && !evidence.isBlank()
          && evidence.length() <= LONGEST_EVIDENCE;
    }
  }

  record Resolved(String workflowId, int version, Standing.Step step) {}

  /**
   * @param next what to pass as after for the next page, if there may be one
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Page(List<Review> reviews, String next) {}

  record Review(
      String workflowId,
      int version,
      String orderId,
      long amountCents,
      String currency,
      Standing.Decision decision,
      Standing.Payment payment,
      Standing.Refund refund,
      String lastError,
      String since,
      List<Known> facts) {
    static Review of(Progress w, List<Facts.Fact> facts) {
      return new Review(
          w.workflowId(),
          w.version(),
          w.orderId(),
          w.amountCents(),
          w.currency(),
          w.standing().decision(),
          w.standing().payment(),
          w.standing().refund(),
          w.lastError(),
          w.updatedAt().toString(),
          facts.stream().map(Known::of).toList());
    }
  }

  record Known(
      int version,
      String source,
      String fact,
      @JsonRawValue String evidence,
      String recordedBy,
      String recordedAt) {
    static Known of(Facts.Fact fact) {
      return new Known(
          fact.version(),
          fact.source(),
          fact.fact(),
          fact.evidence(),
          fact.recordedBy(),
          fact.recordedAt().toString());
    }
  }
}
