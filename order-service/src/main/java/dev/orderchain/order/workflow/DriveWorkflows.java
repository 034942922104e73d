package dev.orderchain.order.workflow;

import dev.orderchain.order.database.SchemaIsMissing;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jboss.logging.Logger;

/**
 * Claims card orders that are due and has each of them driven, on a virtual thread of its own and
 * no more than a set number at a time. Every instance does so; a row belongs to one of them at a
 * time. What is due is due in the database: a wake-up that is lost costs a poll interval.
 */
@ApplicationScoped
public class DriveWorkflows {
  private static final Logger LOG = Logger.getLogger(DriveWorkflows.class);

  private final Workflows workflows;
  private final DriveOne driveOne;
  private final CardSettings settings;
  private final Semaphore places;
  private final AtomicInteger asked = new AtomicInteger();
  private volatile boolean moreDue;
  private volatile boolean stopping;

  DriveWorkflows(Workflows workflows, DriveOne driveOne, CardSettings settings) {
    this.workflows = workflows;
    this.driveOne = driveOne;
    this.settings = settings;
    this.places = new Semaphore(settings.mostAtOnce());
  }

  @Scheduled(every = "${order.card.poll-every}", skipExecutionIf = SchemaIsMissing.class)
  void poll() {
    wake();
  }

  /** Something is due. Returns at once; several at a time are answered together. */
  public void wake() {
    if (asked.getAndIncrement() == 0) {
      Thread.ofVirtual().name("claim-workflows").start(this::claimAsked);
    }
  }

  private void claimAsked() {
    int answered;
    do {
      answered = asked.get();
      try {
        claimAll();
      } catch (RuntimeException e) {
        // The next poll tries again.
        LOG.warnf("cannot claim workflows: %s", e);
      }
    } while (asked.addAndGet(-answered) > 0);
  }

  /** Until nothing is due, or all places are taken; then whoever leaves one wakes us. */
  private void claimAll() {
    int most;
    do {
      // Before it is known: a place that is left meanwhile is not missed.
      moreDue = true;
      most = Math.min(settings.batch(), places.availablePermits());
      if (most > 0 && !stopping) {
        moreDue = claim(most) == most;
      }
    } while (most > 0 && moreDue && !stopping);
  }

  private int claim(int most) {
    List<Workflow> mine =
        QuarkusTransaction.requiringNew().call(() -> workflows.claim(most, settings.lease()));
    for (Workflow workflow : mine) {
      // Only this thread takes places, so there is one.
      places.acquireUninterruptibly();
      Thread.ofVirtual().name("workflow-" + workflow.workflowId()).start(() -> drive(workflow));
    }
    return mine.size();
  }

  private void drive(Workflow workflow) {
    try {
      driveOne.drive(workflow);
    } catch (RuntimeException e) {
      // Its lease ends, and whoever claims it then does the same step under the same keys.
      LOG.warnf("order %s: left to its lease: %s", workflow.subject().orderId(), e);
    } finally {
      places.release();
      if (moreDue) {
        wake();
      }
    }
  }

  /** Lets the steps in hand come to their ends; what is not done is due again with its lease. */
  void stop(@Observes ShutdownEvent event) throws InterruptedException {
    stopping = true;
    long most = settings.stepBudget().plus(settings.attemptWithin()).toMillis();
    if (!places.tryAcquire(settings.mostAtOnce(), most, TimeUnit.MILLISECONDS)) {
      LOG.info("stopping with steps in hand; they are due again when their leases are over");
    }
  }
}
