package dev.orderchain.order.placing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.orderchain.order.OnRealServers;
import dev.orderchain.testbed.TestServers;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is not a request is told so, as a problem document, and leaves no trace. */
@QuarkusTest
class BadRequestsIT extends OnRealServers {
  private static final String TYPES = "https://order-chain.example/problems/";
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TestHTTPResource("/orders")
  URI orders;

  static Stream<Arguments> malformedBodies() {
    return Stream.of(
            "",
            " ",
            "null",
            "true",
            "1",
            "\"SKU-1\"",
            "[]",
            "[{\"sku\":\"SKU-1\",\"quantity\":1}]",
            "{",
            "{}",
            "{\"sku\":\"SKU-1\",\"quantity\":1",
            "{\"sku\":\"SKU-1\",\"quantity\":1}}",
            "{\"sku\":\"SKU-1\",\"quantity\":1} {}",
            "{\"sku\":\"SKU-1\",\"quantity\":1} x",
            "{\"sku\":\"SKU-1\",\"quantity\":1,}",
            "{'sku':'SKU-1','quantity':1}",
            "{sku:\"SKU-1\",quantity:1}",
            "{\"sku\":\"SKU-1\" \"quantity\":1}",
            "// comment\n{\"sku\":\"SKU-1\",\"quantity\":1}",
            "\uFEFF{\"sku\":\"SKU-1\",\"quantity\":1}",
            "{\"sku\":\"SKU-1\",\"sku\":\"SKU-1\",\"quantity\":1}",
            "{\"sku\":\"SKU-1\",\"quantity\":1,\"quantity\":1}",
            "{\"sku\":\"SKU-1\",\"quantity\":1,\"\\u0073ku\":\"SKU-2\"}",
            "{\"sku\":\"SKU-1\",\"quantity\":1,\"note\":\"x\"}",
            "{\"Sku\":\"SKU-1\",\"quantity\":1}",
            "{\"sku\":\"SKU-1\"}",
            "{\"quantity\":1}",
            "{\"sku\":null,\"quantity\":1}",
            "{\"sku\":1,\"quantity\":1}",
            "{\"sku\":true,\"quantity\":1}",
            "{\"sku\":[\"SKU-1\"],\"quantity\":1}",
            "{\"sku\":{},\"quantity\":1}",
            "{\"sku\":\"\",\"quantity\":1}",
            "{\"sku\":\"" + "x".repeat(65) + "\",\"quantity\":1}",
            "{\"sku\":\"\\ud800\",\"quantity\":1}",
            "{\"sku\":\"\\x41\",\"quantity\":1}",
            "{\"sku\":\"SKU\n1\",\"quantity\":1}",
            "{\"sku\":\"SKU-1\",\"quantity\":null}",
            "{\"sku\":\"SKU-1\",\"quantity\":\"1\"}",
            "{\"sku\":\"SKU-1\",\"quantity\":true}",
            "{\"sku\":\"SKU-1\",\"quantity\":[1]}",
            "{\"sku\":\"SKU-1\",\"quantity\":0}",
            "{\"sku\":\"SKU-1\",\"quantity\":-1}",
            "{\"sku\":\"SKU-1\",\"quantity\":1.5}",
            "{\"sku\":\"SKU-1\",\"quantity\":10001}",
            "{\"sku\":\"SKU-1\",\"quantity\":1e400}",
            "{\"sku\":\"SKU-1\",\"quantity\":1e-999999999}",
            "{\"sku\":\"SKU-1\",\"quantity\":4294967297}",
            "{\"sku\":\"SKU-1\",\"quantity\":18446744073709551617}",
            "{\"sku\":\"SKU-1\",\"quantity\":01}",
            "{\"sku\":\"SKU-1\",\"quantity\":+1}",
            "{\"sku\":\"SKU-1\",\"quantity\":0x1}",
            "{\"sku\":\"SKU-1\",\"quantity\":NaN}",
            "{\"sku\":\"SKU-1\",\"quantity\":" + "9".repeat(5000) + "}",
            "[".repeat(5000))
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("malformedBodies")
  void malformedBodyIs400(String body) throws Exception {
    assertProblem(400, "malformed-body", request(newKey()).POST(of(body.getBytes(UTF_8))));
  }

  @Test
  void brokenUtf8Is400() throws Exception {
    byte[] latin1 = "{\"sku\":\"é\",\"quantity\":1}".getBytes(ISO_8859_1);
    assertProblem(400, "malformed-body", request(newKey()).POST(of(latin1)));
    byte[] overlong = "{\"sku\":\"\u00C0\u0080\",\"quantity\":1}".getBytes(ISO_8859_1);
    assertProblem(400, "malformed-body", request(newKey()).POST(of(overlong)));
    assertProblem(
        400, "malformed-body", request(newKey()).POST(of(body("SKU-1", 1).getBytes("UTF-16"))));
  }

  static Stream<Arguments> malformedKeys() {
    return Stream.of(
            "",
            "\"\"",
            "\"",
            "\"k1",
            "k 1",
            "\"k 1\"",
            "\"k\"1\"",
            "\"k\\1\"",
            "\"k1\\\"",
            "k\t1",
            "ké",
            "x".repeat(256),
            "\"" + "x".repeat(256) + "\"")
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource("malformedKeys")
  void malformedKeyIs400(String key) throws Exception {
    assertProblem(400, "malformed-idempotency-key", request(key).POST(of(good())));
  }

  @Test
  void keyMustBeSentExactlyOnce() throws Exception {
    assertProblem(400, "malformed-idempotency-key", request().POST(of(good())));
    assertProblem(
        400,
        "malformed-idempotency-key",
        request(newKey()).header("Idempotency-Key", newKey()).POST(of(good())));
  }

  @Test
  void bodyOver64KiBIs413() throws Exception {
    byte[] large = ("{\"sku\":\"" + "x".repeat(64 * 1024) + "\",\"quantity\":1}").getBytes(UTF_8);
    assertProblem(413, "body-too-large", request(newKey()).POST(of(large)));
    byte[] padded = (" ".repeat(64 * 1024 - good().length + 1) + body("SKU-1", 1)).getBytes(UTF_8);
    assertEquals(64 * 1024 + 1, padded.length);
    assertProblem(413, "body-too-large", request(newKey()).POST(of(padded)));
    assertProblem(
        413,
        "body-too-large",
        request(newKey())
            .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large))));
  }

  @Test
  void bodyOfExactly64KiBIsRead() throws Exception {
    String sku = newSku(1);
    String body = body(sku, 1);
    byte[] padded = (" ".repeat(64 * 1024 - body.length()) + body).getBytes(UTF_8);
    assertEquals(201, send(request(newKey()).POST(of(padded))).statusCode());
  }

  @Test
  void bodyOf20MiBIs413() throws Exception {
    HttpResponse<String> answer = send(request(newKey()).POST(of(new byte[20 * 1024 * 1024])));
    assertEquals(413, answer.statusCode());
  }

  @Test
  void otherMediaTypesAre415() throws Exception {
    assertProblem(
        415,
        "unsupported-media-type",
        request(newKey()).setHeader("Content-Type", "text/plain").POST(of(good())));
  }

  @Test
  void otherMethodsAndPathsAreProblems() throws Exception {
    assertProblem(405, "method-not-allowed", request(newKey()).DELETE());
    assertProblem(
        404, "not-found", request(newKey()).uri(orders.resolve("/nowhere")).POST(of(good())));
    assertProblem(404, "not-found", request().uri(orders.resolve("/orders/no-such-order")).GET());
    assertProblem(
        404, "not-found", request().uri(orders.resolve("/orders/no-such-order/chain")).GET());
  }

  @Test
  void withoutAValidTokenIs401() throws Exception {
    for (String header :
        new String[] {null, "Bearer x", "Basic YTpi", forged(), withoutSignature()}) {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(orders)
              .header("Idempotency-Key", newKey())
              .header("Content-Type", "application/json");
      if (header != null) {
        request.header("Authorization", header);
      }
      assertProblem(401, "unauthenticated", request.POST(of(good())));
    }
  }

  @Test
  void anotherTenantsOrderIs404() {
    String id = place(newKey(), body(newSku(1), 1)).path("orderId");
    assertEquals(200, acme().get("/orders/" + id).statusCode());
    assertEquals(404, as("other").get("/orders/" + id).statusCode());
    assertEquals(404, as("other").get("/orders/" + id + "/chain").statusCode());
    assertEquals(404, as("ACME").get("/orders/" + id).statusCode());
  }

  private static String forged() {
    String[] parts = TestServers.current().mintToken("acme", "shopper").split("\\.");
    String[] other = TestServers.current().mintToken("other", "shopper").split("\\.");
    return "Bearer " + parts[0] + "." + other[1] + "." + parts[2];
  }

  private static String withoutSignature() {
    String[] parts = TestServers.current().mintToken("acme", "shopper").split("\\.");
    return "Bearer eyJhbGciOiJub25lIn0." + parts[1] + ".";
  }

  private static byte[] good() {
    return body("SKU-1", 1).getBytes(UTF_8);
  }

  private static BodyPublisher of(byte[] body) {
    return BodyPublishers.ofByteArray(body);
  }

  private HttpRequest.Builder request() {
    return HttpRequest.newBuilder(orders)
        .header("Authorization", "Bearer " + TestServers.current().mintToken("acme", "shopper"))
        .header("Content-Type", "application/json");
  }

  private HttpRequest.Builder request(String key) {
    return request().header("Idempotency-Key", key);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static void assertProblem(int status, String type, HttpRequest.Builder request)
      throws Exception {
    Rows before = rows();
    HttpResponse<String> answer = send(request);
    String shown = answer.statusCode() + " " + answer.body();
    assertEquals(status, answer.statusCode(), shown);
    assertEquals(
        "application/problem+json",
        answer.headers().firstValue("Content-Type").orElse("").split(";")[0],
        shown);
    var problem = io.restassured.path.json.JsonPath.from(answer.body());
    assertEquals(TYPES + type, problem.get("type"), shown);
    assertEquals(status, problem.getInt("status"), shown);
    assertEquals(before, rows());
  }
}
