package dev.orderchain.relay.outbox;

import static jakarta.transaction.Transactional.TxType.MANDATORY;
import static java.util.stream.Collectors.groupingBy;

import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * How the holder of a claim's token settles its rows. Each move names claim id and claim version,
 * so that after a takeover it changes 0 rows: a late holder's mark changes nothing.
 *
 * <p>Broken on purpose by the drills {@code relay-frozen} and {@code relay-clock-ahead}.
 */
@ApplicationScoped
public class Settlement {
  private static final int MAX_ERROR_CHARACTERS = 500;

  private final AgroalDataSource database;

  Settlement(AgroalDataSource database) {
    this.database = database;
  }

  /** Returns how many rows were still this claim's; the others have been taken over. */
  @Transactional(MANDATORY)
  public int markSent(UUID claim, Collection<Claim.Row> rows) throws SQLException {
    return settle(claim, rows, "state = 'SENT', sent_at = NOW(6), last_error = ''");
  }

  /** Makes the rows due at once, for any relay. Returns as {@link #markSent}. */
  @Transactional(MANDATORY)
  public int giveBack(UUID claim, Collection<Claim.Row> rows) throws SQLException {
    return settle(claim, rows, "state = 'PENDING'");
  }

  /**
   * Counts a failed attempt of these records. While attempts are left the claim stays until {@code
   * wait} is over, so that the row is not due and the later ones wait behind it; then it is PARKED.
   */
  @Transactional(MANDATORY)
  public int retryLater(UUID claim, Claim.Row row, String error, Duration wait, int maxAttempts)
      throws SQLException {
    // MySQL assigns from left to right: attempts is the new value when state is computed.
    return settle(
        claim,
        List.of(row),
        "attempts = attempts + 1, state = IF(attempts >= ?, 'PARKED', 'CLAIMED'),"
            + " lease_until = NOW(6) + INTERVAL ? MICROSECOND, last_error = ?",
        maxAttempts,
        Sql.microseconds(wait),
        shortened(error));
  }

  /** Gives the record up at once: it waits for a person. Returns as {@link #markSent}. */
  @Transactional(MANDATORY)
  public int park(UUID claim, Claim.Row row, String error) throws SQLException {
    return settle(
        claim,
        List.of(row),
        "attempts = attempts + 1, state = 'PARKED', last_error = ?",
        shortened(error));
  }

  /** The compare-and-set on the token. A claim's rows nearly always share one version. */
  private int settle(UUID claim, Collection<Claim.Row> rows, String set, Object... values)
      throws SQLException {
    int changed = 0;
    try (Connection connection = database.getConnection()) {
      for (var version : rows.stream().collect(groupingBy(Claim.Row::claimVersion)).entrySet()) {
        String sql =
            """
            UPDATE outbox FORCE INDEX (PRIMARY)
            SET %s
            WHERE state = 'CLAIMED' AND claim_id = ? AND claim_version = ? AND id IN (%s)
            """
                .formatted(set, Sql.marks(version.getValue().size()));
        try (PreparedStatement update = connection.prepareStatement(sql)) {
          int i = 0;
          for (Object value : values) {
            update.setObject(++i, value);
          }
          update.setBytes(++i, Sql.bytes(claim));
          update.setLong(++i, version.getKey());
          Sql.setIds(update, ++i, version.getValue());
          changed += update.executeUpdate();
        }
      }
    }
    return changed;
  }

  private static String shortened(String error) {
    int length = error.length();
    return length <= MAX_ERROR_CHARACTERS ? error : error.substring(0, MAX_ERROR_CHARACTERS);
  }
}
