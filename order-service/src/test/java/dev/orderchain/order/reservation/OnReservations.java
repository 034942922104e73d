package dev.orderchain.order.reservation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.order.OnRealServers;
import dev.orderchain.testbed.TestServers;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.util.UUID;

/** What the tests of reservations share: the calls as a coordinator makes them. */
abstract class OnReservations extends OnRealServers {
  static final String PROBLEMS = "https://order-chain.example/problems/";

  private static final String TOKEN = TestServers.current().mintToken("acme", "coordinator");

  static RequestSpecification coordinator() {
    return RestAssured.given().header("Authorization", "Bearer " + TOKEN);
  }

  /** Of an order of its own, not seen before. */
  static String newPath() {
    return "/reservations/" + UUID.randomUUID() + "/north";
  }

  static Response reserve(String path, String sku, int quantity) {
    return coordinator().contentType("application/json").body(body(sku, quantity)).put(path);
  }

  static Response confirm(String path) {
    return coordinator().post(path + "/confirm");
  }

  static Response cancel(String path) {
    return coordinator().post(path + "/cancel");
  }

  static void assertAnswer(int status, String state, Response answer) {
    assertEquals(status, answer.statusCode(), answer.asString());
    assertEquals(state, answer.path("state"), answer.asString());
  }

  static void assertRefused(int status, String type, Response answer) {
    assertEquals(status, answer.statusCode(), answer.asString());
    assertEquals("application/problem+json", answer.contentType());
    assertEquals(PROBLEMS + type, answer.path("type"));
  }

  /** The sum is checked with it. */
  static void assertStock(String sku, long available, long reserved, long sold) {
    assertEquals(
        "%d available, %d reserved, %d sold".formatted(available, reserved, sold),
        text(
            """
            SELECT CONCAT(available, ' available, ', reserved, ' reserved, ', sold, ' sold')
            FROM stock WHERE sku = ?""",
            sku));
    assertEquals(
        0,
        number("SELECT supplied - available - reserved - sold FROM stock WHERE sku = ?", sku),
        sku);
  }

  /** {@code none} when there is no row. */
  static String rowState(String path) {
    String orderId = path.split("/")[2];
    return text(
        "SELECT COALESCE((SELECT state FROM reservation WHERE order_id = ?), 'none')", orderId);
  }
}
