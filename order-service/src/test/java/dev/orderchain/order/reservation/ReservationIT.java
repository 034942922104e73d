package dev.orderchain.order.reservation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every cell of the table, by HTTP and in the rows. */
@QuarkusTest
class ReservationIT extends OnReservations {
  private final String sku = newSku(10);
  private final String path = newPath();

  @Test
  void tryOnNoneTakesFromAvailable() {
    Response answer = reserve(path, sku, 3);
    assertAnswer(201, "RESERVED", answer);
    assertEquals(sku, answer.path("sku"));
    assertEquals(3, answer.<Integer>path("quantity"));
    assertEquals(
        Duration.ofMinutes(15),
        Duration.between(
            Instant.parse(answer.path("createdAt")), Instant.parse(answer.path("deadline"))));
    assertEquals("RESERVED", rowState(path));
    assertStock(sku, 7, 3, 0);
  }

  @Test
  void confirmOnNoneIsRefusedAndMakesNothing() {
    assertRefused(404, "no-reservation", confirm(path));
    assertEquals("none", rowState(path));
    assertRefused(404, "no-reservation", coordinator().get(path));
    assertAnswer(201, "RESERVED", reserve(path, sku, 3));
  }

  @Test
  void cancelOnNoneLeavesATombstone() {
    Response answer = cancel(path);
    assertAnswer(200, "CANCELLED", answer);
    assertNull(answer.path("sku"));
    assertNull(answer.path("deadline"));
    assertEquals("CANCELLED", rowState(path));
    assertStock(sku, 10, 0, 0);
  }

  @Test
  void tryOnReservedIsAnsweredTheSameAndTakesNothing() {
    Response first = reserve(path, sku, 3);
    Response again =
        coordinator()
            .contentType("application/json")
            .body("{ \"quantity\": 3.0, \"sku\": \"" + sku + "\" }")
            .put(path);
    assertAnswer(200, "RESERVED", again);
    assertEquals(first.asString(), again.asString());
    assertStock(sku, 7, 3, 0);
  }

  @Test
  void confirmOnReservedSells() {
    reserve(path, sku, 3);
    assertAnswer(200, "CONFIRMED", confirm(path));
    assertEquals("CONFIRMED", rowState(path));
    assertStock(sku, 7, 0, 3);
  }

  @Test
  void cancelOnReservedGivesBackOnce() {
    reserve(path, sku, 3);
    Response first = cancel(path);
    assertAnswer(200, "CANCELLED", first);
    assertStock(sku, 10, 0, 0);
    assertEquals(first.asString(), cancel(path).asString());
    assertEquals("CANCELLED", rowState(path));
    assertStock(sku, 10, 0, 0);
  }

  @Test
  void tryOnConfirmedIsToldTheFact() {
    reserve(path, sku, 3);
    confirm(path);
    assertAnswer(200, "CONFIRMED", reserve(path, sku, 3));
    assertStock(sku, 7, 0, 3);
  }

  @Test
  void confirmOnConfirmedIsAnsweredTheSame() {
    reserve(path, sku, 3);
    Response first = confirm(path);
    Response again = confirm(path);
    assertAnswer(200, "CONFIRMED", again);
    assertEquals(first.asString(), again.asString());
    assertStock(sku, 7, 0, 3);
  }

  @Test
  void cancelOnConfirmedIsRefused() {
    reserve(path, sku, 3);
    confirm(path);
    assertRefused(409, "reservation-confirmed", cancel(path));
    assertEquals("CONFIRMED", rowState(path));
    assertStock(sku, 7, 0, 3);
  }

  @Test
  void cancelBeforeTryMakesALateTryRefused() {
    Response first = cancel(path);
    assertRefused(409, "reservation-cancelled", reserve(path, sku, 3));
    assertEquals(first.asString(), cancel(path).asString());
    assertEquals("CANCELLED", rowState(path));
    assertStock(sku, 10, 0, 0);
  }

  @Test
  void tryAndConfirmOnCancelledAreRefused() {
    reserve(path, sku, 3);
    cancel(path);
    assertRefused(409, "reservation-cancelled", reserve(path, sku, 3));
    assertRefused(409, "reservation-cancelled", confirm(path));
    assertEquals("CANCELLED", rowState(path));
    assertStock(sku, 10, 0, 0);
  }

  @Test
  void anotherRequestUnderOneIdentityIsAConflict() {
    Response first = reserve(path, sku, 3);
    assertRefused(422, "reservation-conflict", reserve(path, sku, 4));
    assertEquals(first.asString(), coordinator().get(path).asString());
    confirm(path);
    assertRefused(422, "reservation-conflict", reserve(path, sku, 4));
    assertStock(sku, 7, 0, 3);
  }

  @Test
  void notEnoughIsRefusedAndCanBeTriedAnew() {
    assertRefused(409, "out-of-stock", reserve(path, sku, 11));
    assertRefused(404, "unknown-sku", reserve(path, "no such sku", 1));
    assertEquals("none", rowState(path));
    assertStock(sku, 10, 0, 0);
    assertAnswer(201, "RESERVED", reserve(path, sku, 10));
    assertStock(sku, 0, 10, 0);
  }

  /** The pieces are taken from what orders without payment leave, and the other way round. */
  @Test
  void ordersAndReservationsShareTheStock() {
    reserve(path, sku, 6);
    assertRefused(409, "out-of-stock", place(newKey(), body(sku, 5)));
    assertEquals(201, place(newKey(), body(sku, 4)).statusCode());
    assertRefused(409, "out-of-stock", reserve(newPath(), sku, 1));
  }

  @Test
  void branchesOfAnOrderAreReservationsOfTheirOwn() {
    reserve(path, sku, 3);
    assertAnswer(201, "RESERVED", reserve(path + "-2", sku, 3));
    confirm(path);
    assertAnswer(200, "CANCELLED", cancel(path + "-2"));
    assertStock(sku, 7, 0, 3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"sku\":\"SKU-1\",\"quantity\":0}",
        "{\"sku\":\"SKU-1\",\"quantity\":1.5}",
        "{\"sku\":\"SKU-1\",\"quantity\":\"1\"}",
        "{\"sku\":\"SKU-1\",\"quantity\":1,\"note\":1}",
        "{\"sku\":\"SKU-1\",\"sku\":\"SKU-1\",\"quantity\":1}",
        "{\"sku\":\"SKU-1\",\"quantity\":1} x"
      })
  void malformedBodyIs400(String body) {
    Response answer = coordinator().contentType("application/json").body(body).put(path);
    assertRefused(400, "malformed-body", answer);
    assertEquals("none", rowState(path));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/reservations/1/stock",
        "/reservations/0193A5F0-7C1E-7D3A-9B1F-000000000001/stock",
        "/reservations/0193a5f0-7c1e-7d3a-9b1f-000000000001/a%20b",
        "/reservations/0193a5f0-7c1e-7d3a-9b1f-000000000001/%C3%A9",
        "/reservations/0193a5f0-7c1e-7d3a-9b1f-000000000001/"
            + "x1234567890123456789012345678901234567890123456789012345678901234"
      })
  void malformedIdentityIs400(String malformed) {
    assertRefused(
        400,
        "malformed-request",
        coordinator()
            .urlEncodingEnabled(false)
            .contentType("application/json")
            .body(body(sku, 1))
            .put(malformed));
    assertRefused(
        400,
        "malformed-request",
        coordinator().urlEncodingEnabled(false).post(malformed + "/cancel"));
    assertStock(sku, 10, 0, 0);
  }

  @Test
  void onlyACoordinatorMayCall() {
    assertRefused(403, "forbidden", acme().post(path + "/cancel"));
    assertRefused(403, "forbidden", acme().get(path));
    assertRefused(401, "unauthenticated", RestAssured.post(path + "/cancel"));
    assertRefused(
        403, "forbidden", acme().contentType("application/json").body(body(sku, 1)).put(path));
    assertEquals("none", rowState(path));
  }
}
