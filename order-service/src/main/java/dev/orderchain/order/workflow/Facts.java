package dev.orderchain.order.workflow;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;

/** The table {@code workflow_fact}: what was learned, in the order in which it was. */
@ApplicationScoped
public class Facts {
  private final EntityManager entities;

  Facts(EntityManager entities) {
    this.entities = entities;
  }

  /**
   * @param version of the workflow that it made
   * @param source the step, or who else knew: clock, client, notice, or review
   * @param evidence a JSON object
   * @param recordedBy the process, or the person
   * @param recordedAt on the database's clock
   */
  public record Fact(
      int version,
      String source,
      String fact,
      String evidence,
      String recordedBy,
      Instant recordedAt) {}

  @Transactional(MANDATORY)
  void add(String workflowId, Fact fact) {
    entities
        .createNativeQuery(
            """
            INSERT INTO workflow_fact
              (workflow_id, version, source, fact, evidence, recorded_by)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            """)
        .setParameter(1, workflowId)
        .setParameter(2, fact.version())
        .setParameter(3, fact.source())
        .setParameter(4, fact.fact())
        .setParameter(5, fact.evidence())
        .setParameter(6, fact.recordedBy())
        .executeUpdate();
  }

  @Transactional(MANDATORY)
  public List<Fact> of(String workflowId) {
    @SuppressWarnings("unchecked")
    List<Tuple> rows =
        entities
            .createNativeQuery(
                """
                SELECT version, source, fact, CAST(evidence AS CHAR) AS evidence, recorded_by,
                       recorded_at
                FROM workflow_fact WHERE workflow_id = ?1 ORDER BY version
                """,
                Tuple.class)
            .setParameter(1, workflowId)
            .getResultList();
    return rows.stream().map(Facts::fact).toList();
  }

  private static Fact fact(Tuple row) {
    return new Fact(
        row.get("version", Number.class).intValue(),
        row.get("source", String.class),
        row.get("fact", String.class),
        row.get("evidence", String.class),
        row.get("recorded_by", String.class),
        row.get("recorded_at", LocalDateTime.class).toInstant(ZoneOffset.UTC));
  }
}
