package dev.orderchain.order.reservation;

import static jakarta.transaction.Transactional.TxType.MANDATORY;

import dev.orderchain.order.database.TablesDisagree;
import dev.orderchain.order.request.OrderRequest;
import dev.orderchain.order.request.PayloadHash;
import dev.orderchain.order.reservation.Reservation.Content;
import dev.orderchain.order.reservation.Standing.State;
import dev.orderchain.order.stock.Stock;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Tuple;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The table {@code reservation}, and the pieces that move with its states. Each call joins the
 * caller's transaction and returns the ruling that it carried out; unless that is a {@link
 * Ruling.Change}, there is nothing to commit, and a refusal for want of pieces has to be rolled
 * back.
 *
 * <p>Try and Cancel insert first and read afterwards, so that calls which meet on an unseen
 * identity wait for each other at its primary key and no gap is ever locked. The row is locked
 * before the stock, by everybody.
 */
@ApplicationScoped
public class Reservations {
  private final EntityManager entities;
  private final Stock stock;

  Reservations(EntityManager entities, Stock stock) {
    this.entities = entities;
    this.stock = stock;
  }

  /**
   * Try: sets the pieces aside.
   *
   * @param decideWithin when the coordinator will have decided
   */
  @Transactional(MANDATORY)
  public Ruling reserve(ReservationId id, OrderRequest request, Duration decideWithin) {
    return judge(
        id,
        standing -> Ruling.reserve(standing, request.hash().hex()),
        to -> insertFirst(id, to, request, decideWithin),
        new Quantity(request.sku(), request.quantity()));
  }

  /** Sells the pieces. */
  @Transactional(MANDATORY)
  public Ruling confirm(ReservationId id) {
    return judge(id, Ruling::confirm, to -> false, null);
  }

  /** Gives the pieces back; on an unseen identity it sees to it that a late Try is refused. */
  @Transactional(MANDATORY)
  public Ruling cancel(ReservationId id) {
    return judge(id, Ruling::cancel, to -> insertFirst(id, to), null);
  }

  /** As it is for the caller's transaction. */
  @Transactional(MANDATORY)
  public Optional<Reservation> find(ReservationId id) {
    return read(id, "");
  }

  /** Pieces of a product; null where there are none, in a tombstone. */
  private record Quantity(String sku, int pieces) {
    static Quantity of(Reservation row) {
      Content content = row.content();
      return content == null ? null : new Quantity(content.sku(), content.quantity());
    }
  }

  /**
   * @param insertFirst whether the identity was unseen, and the row is there now
   * @param ofFirst what that row holds
   */
  private Ruling judge(
      ReservationId id,
      Function<Standing, Ruling> rule,
      Predicate<State> insertFirst,
      Quantity ofFirst) {
    if (rule.apply(Standing.NONE) instanceof Ruling.Change change
        && insertFirst.test(change.to())) {
      return move(change, ofFirst);
    }
    Optional<Reservation> row = read(id, " FOR UPDATE");
    Ruling ruling = rule.apply(row.map(Reservation::standing).orElse(Standing.NONE));
    if (ruling instanceof Ruling.Change change) {
      compareAndSet(row.orElseThrow(), change.to());
      return move(change, Quantity.of(row.get()));
    }
    return ruling;
  }

  /** The pieces last: the row of a popular SKU stays locked from here to the commit. */
  private Ruling move(Ruling.Change change, Quantity quantity) {
    switch (change.pieces()) {
      case TAKE -> {
        if (!stock.reserve(quantity.sku(), quantity.pieces())) {
          return new Ruling.Refused(
              stock.isProduct(quantity.sku())
                  ? Ruling.Refusal.OUT_OF_STOCK
                  : Ruling.Refusal.UNKNOWN_SKU);
        }
      }
      case SELL -> stock.sell(quantity.sku(), quantity.pieces());
      case GIVE_BACK -> stock.giveBack(quantity.sku(), quantity.pieces());
      case STAY -> {}
    }
    return change;
  }

  /**
   * False when the identity is taken; the row is locked then, too. MySQL counts an insert as 1 row
   * and an update in its place as 2, but only if that one changes something, so it raises version.
   */
  private boolean insertFirst(
      ReservationId id, State state, OrderRequest request, Duration decideWithin) {
    return entities
            .createNativeQuery(
                """
                INSERT INTO reservation
                  (order_id, branch_id, state, version, sku, quantity, request_hash, deadline)
                VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, NOW(6) + INTERVAL ?7 SECOND)
                ON DUPLICATE KEY UPDATE version = reservation.version + 1
                """)
            .setParameter(1, id.orderId())
            .setParameter(2, id.branchId())
            .setParameter(3, state.name())
            .setParameter(4, request.sku())
            .setParameter(5, request.quantity())
            .setParameter(6, request.hash().bytes())
            .setParameter(7, decideWithin.toSeconds())
            .executeUpdate()
        == 1;
  }

  /** The same for a tombstone. */
  private boolean insertFirst(ReservationId id, State state) {
    return entities
            .createNativeQuery(
                """
                INSERT INTO reservation (order_id, branch_id, state, version)
                VALUES (?1, ?2, ?3, 1)
                ON DUPLICATE KEY UPDATE version = reservation.version + 1
                """)
            .setParameter(1, id.orderId())
            .setParameter(2, id.branchId())
            .setParameter(3, state.name())
            .executeUpdate()
        == 1;
  }

  /** The row is locked, so 0 rows is a bug and not a lost race. */
  private void compareAndSet(Reservation seen, State to) {
    int rows =
        entities
            .createNativeQuery(
                """
                UPDATE reservation SET state = ?1, version = version + 1, updated_at = NOW(6)
                WHERE order_id = ?2 AND branch_id = ?3 AND state = ?4 AND version = ?5
                """)
            .setParameter(1, to.name())
            .setParameter(2, seen.id().orderId())
            .setParameter(3, seen.id().branchId())
            .setParameter(4, seen.state().name())
            .setParameter(5, seen.version())
            .executeUpdate();
    if (rows != 1) {
      throw new TablesDisagree(seen + " did not become " + to + ": " + rows + " rows");
    }
  }

  /** Off the primary key; without a row nothing is locked. */
  private Optional<Reservation> read(ReservationId id, String locking) {
    @SuppressWarnings("unchecked")
    List<Tuple> rows =
        entities
            .createNativeQuery(
                """
                SELECT state, version, sku, quantity, request_hash, deadline,
                       created_at, updated_at
                FROM reservation WHERE order_id = ?1 AND branch_id = ?2"""
                    + locking,
                Tuple.class)
            .setParameter(1, id.orderId())
            .setParameter(2, id.branchId())
            .getResultList();
    return rows.stream().findFirst().map(row -> reservation(id, row));
  }

  private static Reservation reservation(ReservationId id, Tuple row) {
    return new Reservation(
        id,
        State.valueOf(row.get("state", String.class)),
        row.get("version", Number.class).intValue(),
        content(row),
        utc(row, "created_at"),
        utc(row, "updated_at"));
  }

  private static Content content(Tuple row) {
    return row.get("sku") == null
        ? null
        : new Content(
            row.get("sku", String.class),
            row.get("quantity", Number.class).intValue(),
            PayloadHash.of(row.get("request_hash", byte[].class)).hex(),
            utc(row, "deadline"));
  }

  private static Instant utc(Tuple row, String column) {
    return row.get(column, LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }
}
