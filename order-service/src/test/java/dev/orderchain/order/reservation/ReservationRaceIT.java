package dev.orderchain.order.reservation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.sql.Connection;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/** Calls that meet: one of them wins, nothing breaks, and no deadlock is told to anybody. */
@QuarkusTest
class ReservationRaceIT extends OnReservations {
  private static final int ROUNDS = 100;

  @Test
  void twoCancelsAndALateTryOnAnUnseenIdentity() throws Exception {
    String sku = newSku(10);
    for (int round = 0; round < ROUNDS; round++) {
      String path = newPath();
      List<Response> answers =
          together(() -> cancel(path), () -> cancel(path), () -> reserve(path, sku, 3));
      assertAnswer(200, "CANCELLED", answers.get(0));
      assertAnswer(200, "CANCELLED", answers.get(1));
      // The Try came first and was cancelled, or it came late.
      if (answers.get(2).statusCode() != 201) {
        assertRefused(409, "reservation-cancelled", answers.get(2));
      }
      assertEquals("CANCELLED", rowState(path));
      assertStock(sku, 10, 0, 0);
    }
  }

  /**
   * They wait for one that rolls back. That is when InnoDB tells some of the waiting ones
   * "deadlock"; still all of them get their answer.
   */
  @Test
  void twoCancelsAndALateTryWhenTheFirstRollsBack() throws Exception {
    String sku = newSku(10);
    for (int round = 0; round < ROUNDS / 10; round++) {
      String path = newPath();
      try (Connection first = connect()) {
        first.setAutoCommit(false);
        prepare(
                first,
                """
                INSERT INTO reservation (order_id, branch_id, state, version)
                VALUES (?, ?, 'CANCELLED', 1)""",
                path.split("/")[2],
                path.split("/")[3])
            .executeUpdate();
        List<Response> answers =
            together(
                () -> cancel(path),
                () -> cancel(path),
                () -> reserve(path, sku, 3),
                () -> {
                  await().until(() -> lockWaits() == 3);
                  first.rollback();
                  return null;
                });
        assertAnswer(200, "CANCELLED", answers.get(0));
        assertAnswer(200, "CANCELLED", answers.get(1));
        if (answers.get(2).statusCode() != 201) {
          assertRefused(409, "reservation-cancelled", answers.get(2));
        }
      }
      assertEquals("CANCELLED", rowState(path));
      assertStock(sku, 10, 0, 0);
    }
  }

  @Test
  void confirmAgainstCancel() throws Exception {
    String sku = newSku(10_000);
    long sold = 0;
    for (int round = 0; round < ROUNDS; round++) {
      String path = newPath();
      reserve(path, sku, 3);
      List<Response> answers =
          together(() -> confirm(path), () -> cancel(path), () -> cancel(path));
      String end = rowState(path);
      if (end.equals("CONFIRMED")) {
        sold += 3;
        assertAnswer(200, "CONFIRMED", answers.get(0));
        assertRefused(409, "reservation-confirmed", answers.get(1));
        assertRefused(409, "reservation-confirmed", answers.get(2));
      } else {
        assertRefused(409, "reservation-cancelled", answers.get(0));
        assertAnswer(200, "CANCELLED", answers.get(1));
        assertAnswer(200, "CANCELLED", answers.get(2));
      }
      assertStock(sku, 10_000 - sold, 0, sold);
    }
  }

  @Test
  void ofConcurrentTriesOneTakes() throws Exception {
    String sku = newSku(10_000);
    for (int round = 1; round <= ROUNDS; round++) {
      String path = newPath();
      Callable<Response> same = () -> reserve(path, sku, 3);
      List<Response> answers = together(same, same, same);
      assertEquals(
          List.of(200, 200, 201), answers.stream().map(Response::statusCode).sorted().toList());
      assertEquals(1, answers.stream().map(Response::asString).distinct().count());
      assertStock(sku, 10_000 - 3L * round, 3L * round, 0);
    }
  }

  /** The last pieces go to one of many reservations. */
  @Test
  void stockIsNeverReservedTwice() throws Exception {
    for (int round = 0; round < ROUNDS / 10; round++) {
      String sku = newSku(4);
      Callable<Response> three = () -> reserve(newPath(), sku, 3);
      List<Integer> statuses =
          together(three, three, three).stream().map(Response::statusCode).sorted().toList();
      assertEquals(List.of(201, 409, 409), statuses);
      assertStock(sku, 1, 3, 0);
    }
  }
}
