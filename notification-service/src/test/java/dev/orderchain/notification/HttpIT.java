package dev.orderchain.notification;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.notification.message.Message;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.path.json.JsonPath;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class HttpIT extends OnRealServers {
  private static final String AN_ORDER =
      "/notifications?orderId=0193a5f0-7c1e-7d3a-9b1f-2f6c1a0e4d11";

  private static String shopper;
  private static String operator;

  @BeforeAll
  static void mintTokens() {
    shopper = TestServers.current().mintToken("acme", "shopper");
    operator = TestServers.current().mintToken("acme", "operator");
  }

  record Call(String method, String path, String token, String accept, int status, String type) {
    @Override
    public String toString() {
      return method + " " + path + " " + status;
    }
  }

  static Call get(String path, int status, String type) {
    return new Call("GET", path, "operator", "*/*", status, type);
  }

  static Call as(String token, String path, int status, String type) {
    return new Call("GET", path, token, "*/*", status, type);
  }

  static Call call(String method, String path, int status, String type) {
    return new Call(method, path, "operator", "*/*", status, type);
  }

  static Stream<Call> refused() {
    String id = "0193a5f0-7c1e-7d3a-9b1f-2f6c1a0e4d11";
    return Stream.of(
        get("/notifications", 400, "malformed-request"),
        get("/notifications?orderId=", 400, "malformed-request"),
        get("/notifications?orderId=%20", 400, "malformed-request"),
        get("/notifications?orderId=1", 400, "malformed-request"),
        get("/notifications?orderId=" + id + "0", 400, "malformed-request"),
        get("/notifications?orderId=" + id.replace('-', '_'), 400, "malformed-request"),
        get("/notifications?orderId=" + id + "%0A", 400, "malformed-request"),
        get("/notifications?orderId=%F0%9F%8D%B5", 400, "malformed-request"),
        get("/notifications?orderId=%FF", 400, "malformed-request"),
        get(AN_ORDER + "&orderId=" + id, 400, "malformed-request"),
        get("/messages/parked?limit=0", 400, "malformed-request"),
        get("/messages/parked?limit=-1", 400, "malformed-request"),
        get("/messages/parked?limit=101", 400, "malformed-request"),
        get("/messages/parked?limit=1e1", 400, "malformed-request"),
        get("/messages/parked?limit=99999999999999999999", 400, "malformed-request"),
        get("/messages/parked?limit=1&limit=1", 400, "malformed-request"),
        get("/messages/parked?after=x", 400, "malformed-request"),
        get("/messages/parked?after=-1", 400, "malformed-request"),
        get("/messages/parked?after=1&after=2", 400, "malformed-request"),
        as(null, AN_ORDER, 401, "unauthenticated"),
        as("", AN_ORDER, 401, "unauthenticated"),
        as("not.a.token", AN_ORDER, 401, "unauthenticated"),
        as("tampered", AN_ORDER, 401, "unauthenticated"),
        as(null, "/messages/parked", 401, "unauthenticated"),
        as("not.a.token", "/messages/parked", 401, "unauthenticated"),
        as("shopper", "/messages/parked", 403, "forbidden"),
        as("shopper", "/messages/parked?limit=x", 403, "forbidden"),
        get("/", 404, "not-found"),
        get("/notification", 404, "not-found"),
        get("/notifications/1", 404, "not-found"),
        get("/messages", 404, "not-found"),
        get("/q/nothing", 404, "not-found"),
        get("/%00", 404, "not-found"),
        call("POST", AN_ORDER, 405, "method-not-allowed"),
        call("PUT", AN_ORDER, 405, "method-not-allowed"),
        call("DELETE", "/messages/parked", 405, "method-not-allowed"),
        call("PATCH", "/messages/parked", 405, "method-not-allowed"),
        new Call("GET", AN_ORDER, "operator", "text/html", 406, "not-acceptable"),
        new Call("GET", "/messages/parked", "operator", "text/csv", 406, "not-acceptable"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void saysWhatIsWrong(Call call) {
    Response response =
        authorized(call.token())
            .urlEncodingEnabled(false)
            .accept(call.accept())
            .request(call.method(), call.path());

    assertEquals(call.status(), response.statusCode(), response::asString);
    assertTrue(response.contentType().startsWith("application/problem+json"));
    response
        .then()
        .body("type", equalTo("https://order-chain.example/problems/" + call.type()))
        .body("status", equalTo(call.status()))
        .body("title", notNullValue())
        .body("detail", notNullValue());
    if (call.status() == 401) {
      response.then().header("WWW-Authenticate", equalTo("Bearer"));
    }
  }

  /** What no client library would send. The server refuses some of it before it reaches us. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /notifications?orderId=%zz HTTP/1.1",
        "GET /notifications?orderId=% HTTP/1.1",
        "GET /messages/parked?limit=%zz HTTP/1.1",
        "GET /%zz HTTP/1.1",
        "GET notifications HTTP/1.1",
        "GET http://[ HTTP/1.1",
        "GET //notifications?orderId=1 HTTP/1.1",
        "GET /../../notifications HTTP/1.1",
        "FETCH /notifications HTTP/1.1",
      })
  void aRequestThatCannotBeReadIsTheClientsFault(String requestLine) throws IOException {
    try (Socket socket = new Socket("localhost", RestAssured.port)) {
      String headers = "Host: localhost\r\nConnection: close\r\nAuthorization: Bearer " + operator;
      socket.getOutputStream().write(Sample.utf8(requestLine + "\r\n" + headers + "\r\n\r\n"));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertTrue(answer.matches("(?s)HTTP/1.1 4\\d\\d .*"), answer);
    }
  }

  @Test
  void aTenantSeesTheNotificationsOfItsOwnOrders() {
    Sample sample = Sample.ofNewOrder().productName("Tee 🍵");
    receive(notices.effect, sample.message());

    as("acme", sample.orderId)
        .then()
        .statusCode(200)
        .contentType("application/json")
        .body("notifications", hasSize(1))
        .body("notifications[0].eventId", equalTo(sample.eventId()))
        .body("notifications[0].orderId", equalTo(sample.orderId))
        .body("notifications[0].kind", equalTo("OrderPlaced"))
        .body("notifications[0].text", equalTo("Order placed: 1 × Tee 🍵 (SKU-1)"))
        .body("notifications[0].createdAt", equalTo(createdAt(sample.eventId())));
    as("ACME", sample.orderId).then().statusCode(200).body("notifications", hasSize(0));
    as("acme ", sample.orderId).then().statusCode(200).body("notifications", hasSize(0));
    as("acme", UUID.randomUUID().toString())
        .then()
        .statusCode(200)
        .body("notifications", hasSize(0));
  }

  @Test
  void anOperatorSeesParkedMessagesPageByPage() {
    long last = number("SELECT COALESCE(MAX(id), 0) FROM parked_message");
    Message nothing = Sample.ofNewOrder().withoutHeaders().key(null).value((byte[]) null).message();
    Message broken =
        Sample.ofNewOrder()
            .value(Sample.bytes('a', 0xFF, 0x1B))
            .with("x", Sample.bytes(0x80))
            .with("y", (byte[]) null)
            .message();
    Message other = Sample.ofNewOrder().value("[]").message();
    receive(notices.effect, nothing, broken, other);

    JsonPath page = parked("?limit=2&after=" + last);
    assertEquals(2, page.getList("messages").size());
    assertEquals("header ce_specversion is missing", page.getString("messages[0].reason"));
    assertNull((Object) page.get("messages[0].key"));
    assertNull((Object) page.get("messages[0].value"));
    assertEquals(List.of(), page.getList("messages[0].headers"));
    assertEquals(Sample.DIRECT, page.getString("messages[1].topic"));
    assertEquals(0, page.getInt("messages[1].partition"));
    assertEquals(broken.offset(), page.getLong("messages[1].offset"));
    assertEquals(broken.size(), page.getLong("messages[1].bytes"));
    assertEquals("value is not UTF-8", page.getString("messages[1].reason"));
    assertArrayEquals(
        broken.value(), Base64.getDecoder().decode(page.getString("messages[1].value.base64")));
    assertEquals("a\uFFFD\\u001b", page.getString("messages[1].value.printable"));
    assertEquals("1.0", page.getString("messages[1].headers[0].value.printable"));
    assertEquals("gA==", page.getString("messages[1].headers[5].value.base64"));
    assertNull((Object) page.get("messages[1].headers[6].value"));
    assertEquals(page.getLong("messages[1].id"), page.getLong("next"));

    JsonPath rest = parked("?after=" + page.getLong("next"));
    assertEquals(List.of("value is not a JSON object"), rest.getList("messages.reason"));
    JsonPath end = parked("?after=" + rest.getLong("next"));
    assertEquals(List.of(), end.getList("messages"));
    assertNull((Object) end.get("next"));
  }

  @Test
  void aPageOfLargeMessagesEndsEarlyAndTheNextGoesOn() {
    long last = number("SELECT COALESCE(MAX(id), 0) FROM parked_message");
    for (int i = 0; i < 3; i++) {
      receive(notices.effect, Sample.ofNewOrder().value(new byte[2 << 20]).message());
    }

    JsonPath page = parked("?after=" + last);
    assertEquals(1, page.getList("messages").size());
    assertEquals(1, parked("?after=" + page.getLong("next")).getList("messages").size());
  }

  @Test
  void whileTheDatabaseIsAwayItSaysSo() {
    link.refuse();

    authorized("operator")
        .get(AN_ORDER)
        .then()
        .statusCode(503)
        .contentType("application/problem+json")
        .header("Retry-After", equalTo("1"))
        .body("type", equalTo("https://order-chain.example/problems/unavailable"));
  }

  @Test
  void describesItself() {
    RestAssured.get("/q/openapi?format=json")
        .then()
        .statusCode(200)
        .body("paths.'/notifications'.get", notNullValue())
        .body("paths.'/messages/parked'.get", notNullValue())
        .body("paths.'/notifications'.post", nullValue());
    RestAssured.get("/q/swagger-ui/").then().statusCode(200);
  }

  private static JsonPath parked(String query) {
    Response response = authorized("operator").get("/messages/parked" + query);
    assertEquals(200, response.statusCode(), response::asString);
    return response.jsonPath();
  }

  private static Response as(String tenant, String orderId) {
    return RestAssured.given()
        .header("Authorization", "Bearer " + TestServers.current().mintToken(tenant, "shopper"))
        .queryParam("orderId", orderId)
        .get("/notifications");
  }

  private static RequestSpecification authorized(String token) {
    if (token == null) {
      return RestAssured.given();
    }
    String value =
        switch (token) {
          case "shopper" -> shopper;
          case "operator" -> operator;
          case "tampered" -> shopper.substring(0, shopper.length() - 8) + "AAAAAAAA";
          default -> token;
        };
    return RestAssured.given().header("Authorization", "Bearer " + value);
  }

  private static String createdAt(String eventId) {
    String utc =
        texts(
                "SELECT DATE_FORMAT(created_at, '%Y-%m-%dT%H:%i:%s.%fZ')"
                    + " FROM notification WHERE event_id = ?",
                eventId)
            .getFirst();
    return Instant.parse(utc).toString();
  }
}
