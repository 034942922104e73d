package dev.orderchain.order.notice;

import dev.orderchain.order.database.SchemaIsMissing;
import dev.orderchain.order.workflow.DriveWorkflows;
import dev.orderchain.order.workflow.Move;
import dev.orderchain.order.workflow.Workflow;
import dev.orderchain.order.workflow.Workflows;
import dev.orderchain.order.workflow.WriteMove;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Keeps a notice and has its workflow look, in one transaction. If we die before the commit the
 * provider sends it again; after it the workflow is due. A notice that is there before its order
 * waits, and is applied by the next round that finds the order.
 */
@ApplicationScoped
class ReceiveNotice {
  private static final Logger LOG = Logger.getLogger(ReceiveNotice.class);
  private static final int BATCH = 100;

  private final Notices notices;
  private final Workflows workflows;
  private final WriteMove writeMove;
  private final DriveWorkflows drivers;

  ReceiveNotice(Notices notices, Workflows workflows, WriteMove writeMove, DriveWorkflows drivers) {
    this.notices = notices;
    this.workflows = workflows;
    this.writeMove = writeMove;
    this.drivers = drivers;
  }

  void receive(Notice notice) {
    boolean applied =
        QuarkusTransaction.requiringNew().call(() -> notices.recordFirst(notice) && apply(notice));
    if (applied) {
      drivers.wake();
    }
  }

  @Scheduled(
      every = "1s",
      concurrentExecution = ConcurrentExecution.SKIP,
      skipExecutionIf = SchemaIsMissing.class)
  void applyWaiting() {
    try {
      int applied;
      do {
        applied = QuarkusTransaction.requiringNew().call(this::applyBatch);
        if (applied > 0) {
          drivers.wake();
        }
      } while (applied == BATCH);
    } catch (RuntimeException e) {
      // They wait for the next round.
      LOG.warnf("cannot apply notices: %s", e);
    }
  }

  private int applyBatch() {
    List<Notice> waiting = notices.applicable(BATCH);
    waiting.forEach(this::apply);
    return waiting.size();
  }

  /** False when the order is not there. */
  private boolean apply(Notice notice) {
    Optional<Workflow> workflow =
        Workflow.orderIdOf(notice.paymentKey()).flatMap(workflows::lockOfOrder);
    if (workflow.isEmpty()) {
      return false;
    }
    writeMove.writeLocked(
        workflow.get(),
        Move.noticed(workflow.get().standing()),
        new WriteMove.Source("notice", notice.body(), "payment-provider"));
    notices.markApplied(notice);
    return true;
  }
}
