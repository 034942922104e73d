package dev.orderchain.drills.check.invariant;

import dev.orderchain.drills.history.PriceHistory.Told;
import dev.orderchain.drills.history.PriceRead;
import dev.orderchain.drills.history.PriceRead.Price;
import dev.orderchain.drills.history.PriceWrite;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One product's price: what was asked and answered, since when what had to be known, and every
 * price that it has had.
 *
 * @param rows of {@code product_price}, in the order of their versions
 */
public record PriceObservation(
    List<PriceWrite> writes, List<PriceRead> reads, List<Told> told, List<PriceRow> rows) {

  /**
   * @param changed when it was written, just before its commit, on the database's clock
   */
  public record PriceRow(int version, long cents, Instant changed) {}

  /** A read that was answered with a price. */
  record Seen(Instant asked, int version, long cents) {}

  Stream<Seen> seen() {
    return reads.stream()
        .filter(read -> read.outcome() instanceof Price)
        .map(
            read -> {
              Price price = (Price) read.outcome();
              return new Seen(read.asked(), price.version(), price.cents());
            });
  }

  /**
   * For how long after a change there were still reads that began and were answered with a price
   * from before it; zero when there was none. It may have been their right: whoever is to know is
   * told after the commit.
   */
  public Duration staleFor() {
    return behind().max(Duration::compareTo).orElse(Duration.ZERO);
  }

  /** How many such reads there were. */
  public long oldReads() {
    return behind().count();
  }

  /** Of each read that began after the price that it was answered with had been replaced. */
  private Stream<Duration> behind() {
    Map<Integer, PriceRow> byVersion =
        rows.stream().collect(Collectors.toMap(PriceRow::version, Function.identity()));
    return seen()
        .filter(seen -> byVersion.containsKey(seen.version() + 1))
        .map(seen -> Duration.between(byVersion.get(seen.version() + 1).changed(), seen.asked()))
        .filter(Duration::isPositive);
  }

  /** Reads a product's prices. */
  public static List<PriceRow> rows(Connection orderDb, String sku) throws SQLException {
    List<PriceRow> rows = new ArrayList<>();
    try (PreparedStatement query =
        orderDb.prepareStatement(
            """
            SELECT version, price_cents, TIMESTAMPDIFF(MICROSECOND, '1970-01-01', changed_at)
            FROM product_price WHERE sku = ? ORDER BY version""")) {
      query.setString(1, sku);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          Instant changed = Instant.EPOCH.plus(row.getLong(3), ChronoUnit.MICROS);
          rows.add(new PriceRow(row.getInt(1), row.getLong(2), changed));
        }
      }
    }
    return rows;
  }
}
