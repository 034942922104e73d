package dev.orderchain.order.workflow;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.order.database.TablesDisagree;
import dev.orderchain.order.deadline.Backoff;
import dev.orderchain.order.deadline.Budget;
import dev.orderchain.order.outbox.WakeRelay;
import dev.orderchain.order.provider.Answer;
import dev.orderchain.order.provider.PaymentProvider;
import dev.orderchain.order.workflow.Standing.Payment;
import dev.orderchain.order.workflow.Standing.Refund;
import dev.orderchain.order.workflow.Workflows.Next;
import dev.orderchain.order.workflow.WriteMove.Source;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jboss.logging.Logger;

/**
 * Drives one claimed card order: a step at the provider, outside any transaction, then one
 * transaction that writes what was learned; and so on, until it is at rest or the budget is used
 * up. It is the only place where anything is tried again: the provider's client makes one attempt.
 *
 * <pre>
 * we die                       then
 * before the call              the lease ends, the next driver makes it
 * after the call, before the   the next driver asks again under the same key, and is told what
 * write, or in its commit      has been done
 * after the write              the next driver goes on from there
 * </pre>
 *
 * <p>Broken on purpose by the drills {@code card-killed-after-authorise}, {@code
 * card-killed-after-capture}, {@code card-driver-frozen} and {@code provider-killed-in-call}.
 */
@Startup // So that its counters are there before there is anything to be counted.
@ApplicationScoped
class DriveOne {
  private static final Logger LOG = Logger.getLogger(DriveOne.class);
  private static final int LONGEST_ERROR = 500;
  private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(5));

  private final PaymentProvider provider;
  private final Workflows workflows;
  private final WriteMove writeMove;
  private final WakeRelay relay;
  private final CardSettings settings;
  private final ObjectMapper json;
  private final Counter fenced;
  private final Counter refundsDeclined;
  private final String me = "order-service@" + ProcessHandle.current().pid() + "@" + hostName();

  DriveOne(
      PaymentProvider provider,
      Workflows workflows,
      WriteMove writeMove,
      WakeRelay relay,
      CardSettings settings,
      ObjectMapper json,
      MeterRegistry meters) {
    this.provider = provider;
    this.workflows = workflows;
    this.writeMove = writeMove;
    this.relay = relay;
    this.settings = settings;
    this.json = json;
    this.fenced = meters.counter("workflow.fenced");
    this.refundsDeclined = meters.counter("compensation.failures");
  }

  /** Returns when the claim is given up or lost. */
  void drive(Workflow claimed) {
    Budget budget = Budget.of(settings.stepBudget());
    Workflow now = claimed;
    while (now != null) {
      now = step(now, budget);
    }
  }

  /** The same workflow, still claimed and one move further; null when somebody else goes on. */
  private Workflow step(Workflow now, Budget budget) {
    if (now.standing().isUndecided() && now.decideByOver()) {
      return write(now, Move.outOfTime(now.standing()), clock(), "", budget);
    }
    Answer answer = ask(now);
    Move move = withinDeadline(now, move(now.standing(), answer));
    return write(now, move, source(now, answer), error(answer), budget);
  }

  private Answer ask(Workflow w) {
    Duration within = settings.attemptWithin();
    return switch (w.standing().step()) {
      case AUTHORISE ->
          provider.authorise(
              w.paymentKey(),
              w.charge().amountCents(),
              w.charge().currency(),
              w.charge().cardToken(),
              within);
      case LOOK_UP -> provider.lookUp(w.paymentKey(), w.refundKey(), within);
      case CAPTURE -> provider.capture(w.paymentKey(), within);
      case VOID -> provider.cancel(w.paymentKey(), within);
      case REFUND ->
          provider.refund(w.paymentKey(), w.refundKey(), w.charge().amountCents(), within);
      case NEEDS_REVIEW, DONE -> throw new IllegalStateException(w + " is not due");
    };
  }

  private static Move move(Standing standing, Answer answer) {
    return switch (answer) {
      case Answer.Payment p ->
          Move.told(
              standing,
              Payment.valueOf(p.state().name()),
              p.refund().map(refund -> Refund.valueOf(refund.name())));
      case Answer.NotFound n -> Move.notFound(standing);
      case Answer.NotSent n -> Move.notAsked(standing);
      case Answer.Unknown u -> Move.unknown(standing);
      case Answer.Contradiction c -> Move.contradicted(standing);
    };
  }

  /** What is learned after the deadline still counts; only asking on and on ends there. */
  private static Move withinDeadline(Workflow w, Move move) {
    return w.deadlineOver()
            && !w.standing().isUndecided()
            && !move.advances()
            && !move.to().isAtRest()
        ? move.overdue()
        : move;
  }

  private Workflow write(Workflow seen, Move move, Source source, String error, Budget budget) {
    int attempt = move.advances() ? 0 : seen.attempt() + 1;
    Duration wait = BACKOFF.before(attempt + 1);
    boolean goesOn = !move.to().isAtRest() && budget.fits(wait, settings.attemptWithin());
    Next next = new Next(goesOn ? settings.lease() : wait, goesOn, attempt, error, null);
    boolean written;
    try {
      written =
          QuarkusTransaction.requiringNew().call(() -> writeMove.write(seen, move, next, source));
    } catch (TablesDisagree e) {
      return standStill(seen, source, e);
    }
    if (!written) {
      return refused(seen, move, budget);
    }
    told(move);
    if (!goesOn) {
      return null;
    }
    LockSupport.parkNanos(wait.toNanos());
    return seen.after(move, attempt);
  }

  /** Our own tables contradict the workflow: nothing was written. A person has to see it. */
  private Workflow standStill(Workflow seen, Source source, TablesDisagree why) {
    LOG.errorf(why, "order %s needs a review", seen.subject().orderId());
    QuarkusTransaction.requiringNew()
        .call(
            () ->
                writeMove.write(
                    seen,
                    Move.toReview(seen.standing(), "CONTRADICTION_HERE"),
                    new Next(Duration.ZERO, false, seen.attempt(), shortened(why.toString()), null),
                    source));
    return null;
  }

  /** Fenced by another claim, or too late to decide CONFIRM: the row says which. */
  private Workflow refused(Workflow seen, Move move, Budget budget) {
    boolean stillMine =
        QuarkusTransaction.requiringNew()
            .call(() -> workflows.find(seen.workflowId()))
            .filter(row -> row.token().equals(seen.token()))
            .isPresent();
    if (stillMine && move.decides(Standing.Decision.CONFIRM)) {
      return write(seen, Move.outOfTime(seen.standing()), clock(), "", budget);
    }
    fenced.increment();
    LOG.infof("order %s: another has taken over", seen.subject().orderId());
    return null;
  }

  private void told(Move move) {
    if (move.to().refund() == Refund.DECLINED && move.from().refund() != Refund.DECLINED) {
      refundsDeclined.increment();
    }
    if (move.effect() != Move.Effect.NONE) {
      relay.wake();
    }
  }

  private Source clock() {
    return new Source("clock", "{}", me);
  }

  private Source source(Workflow w, Answer answer) {
    String step = w.standing().step().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return new Source(step, evidence(answer), me);
  }

  private String evidence(Answer answer) {
    return switch (answer) {
      case Answer.Payment p -> p.evidence();
      case Answer.NotFound n -> n.evidence();
      case Answer.Contradiction c -> c.evidence();
      case Answer.NotSent n -> why(n.why());
      case Answer.Unknown u -> why(u.why());
    };
  }

  private String why(String text) {
    return json.valueToTree(Map.of("why", text)).toString();
  }

  private static String error(Answer answer) {
    return switch (answer) {
      case Answer.Payment p -> "";
      case Answer.NotFound n -> "look-up finds nothing";
      case Answer.Contradiction c -> shortened("contradiction: " + c.evidence());
      case Answer.NotSent n -> shortened("not sent: " + n.why());
      case Answer.Unknown u -> shortened("unknown: " + u.why());
    };
  }

  private static String shortened(String text) {
    return text.codePointCount(0, text.length()) <= LONGEST_ERROR
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST_ERROR));
  }

  private static String hostName() {
    try {
      return java.net.InetAddress.getLocalHost().getHostName();
    } catch (java.net.UnknownHostException e) {
      return "unknown-host";
    }
  }
}
