package dev.orderchain.order.workflow;

import dev.orderchain.order.database.SchemaIsMissing;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.Startup;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jboss.logging.Logger;

/**
 * What an operator watches, read from the database every few seconds: it costs what is open, not
 * what there ever was. While the database is away they are NaN.
 */
@Startup
@ApplicationScoped
class WorkflowGauges {
  private static final Logger LOG = Logger.getLogger(WorkflowGauges.class);

  private final EntityManager entities;
  private final MultiGauge workflows;
  private final AtomicReference<Double> oldestUnknown = new AtomicReference<>(Double.NaN);
  private final AtomicReference<Double> reviews = new AtomicReference<>(Double.NaN);
  private final AtomicReference<Double> pastDeadline = new AtomicReference<>(Double.NaN);

  WorkflowGauges(EntityManager entities, MeterRegistry meters) {
    this.entities = entities;
    this.workflows =
        MultiGauge.builder("workflows")
            .description("Card orders that are not at their end, by step and decision")
            .register(meters);
    meters.gauge("workflow.oldest.unknown.seconds", oldestUnknown, AtomicReference::get);
    meters.gauge("reviews.open", reviews, AtomicReference::get);
    meters.gauge("reservations.past.deadline", pastDeadline, AtomicReference::get);
  }

  @Scheduled(
      every = "5s",
      concurrentExecution = ConcurrentExecution.SKIP,
      skipExecutionIf = SchemaIsMissing.class)
  void read() {
    try {
      QuarkusTransaction.requiringNew().run(this::readAll);
    } catch (RuntimeException e) {
      LOG.warnf("cannot read how card orders stand: %s", e);
      workflows.register(List.of(), true);
      List.of(oldestUnknown, reviews, pastDeadline).forEach(gauge -> gauge.set(Double.NaN));
    }
  }

  /** Off ix_workflow_step, and ix_reservation_deadline. */
  private void readAll() {
    @SuppressWarnings("unchecked")
    List<Tuple> open =
        entities
            .createNativeQuery(
                """
                SELECT step, COALESCE(decision, 'NONE') AS decision, COUNT(*) AS n,
                       COALESCE(MAX(TIMESTAMPDIFF(MICROSECOND, unknown_since, NOW(6))), 0)
                         / 1000000 AS unknown_seconds
                FROM workflow
                WHERE step IN ('AUTHORISE', 'LOOK_UP', 'CAPTURE', 'VOID', 'REFUND', 'NEEDS_REVIEW')
                GROUP BY step, decision
                """,
                Tuple.class)
            .getResultList();
    workflows.register(
        open.stream()
            .map(
                row ->
                    Row.of(
                        Tags.of(
                            "step", row.get("step", String.class),
                            "decision", row.get("decision", String.class)),
                        number(row, "n")))
            .toList(),
        true);
    oldestUnknown.set(
        open.stream().mapToDouble(row -> number(row, "unknown_seconds")).max().orElse(0));
    reviews.set(
        open.stream()
            .filter(row -> row.get("step", String.class).equals("NEEDS_REVIEW"))
            .mapToDouble(row -> number(row, "n"))
            .sum());
    pastDeadline.set(
        ((Number)
                entities
                    .createNativeQuery(
                        """
                        SELECT COUNT(*) FROM reservation
                        WHERE state = 'RESERVED' AND deadline <= NOW(6)
                        """)
                    .getSingleResult())
            .doubleValue());
  }

  private static double number(Tuple row, String column) {
    return row.get(column, Number.class).doubleValue();
  }
}
