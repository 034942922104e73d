package dev.orderchain.order.price;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Prices are read by everyone and changed by an operator who has seen what is changed. */
@QuarkusTest
class ProductIT extends OnPrices {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String sku = newSku(10);

  @Test
  void isReadFromTheDatabaseOnceAndThenFromTheCache() {
    Response missed = read(sku);
    missed
        .then()
        .statusCode(200)
        .header("Cache-Status", "prices; fwd=miss")
        .header("ETag", "\"1\"")
        .header("Cache-Control", "no-cache")
        .body("sku", equalTo(sku))
        .body("name", equalTo("Product " + sku))
        .body("priceCents", equalTo(500))
        .body("currency", equalTo("EUR"))
        .body("version", equalTo(1));
    warm(sku);
    Response hit = read(sku);
    assertEquals(missed.asString(), hit.asString());
    assertEquals(missed.contentType(), hit.contentType());
    assertProduct(1, 500, hit);
  }

  @Test
  void aChangeIsReadAtOnce() {
    warm(sku);
    Response changed = change(sku, 1, 750);
    assertProduct(2, 750, changed);
    assertEquals(true, changed.path("invalidated"));
    assertNull(changed.header("Idempotency-Replayed"));
    Response read = read(sku);
    assertEquals("prices; fwd=miss", read.header("Cache-Status"));
    assertProduct(2, 750, read);
    RestAssured.get("/q/health/ready")
        .then()
        .statusCode(200)
        .body("checks.findAll { it.name == 'price-cache' }.data.state", hasItem("working"));
  }

  @Test
  void theSameChangeAgainIsOneChange() {
    change(sku, 1, 750);
    Response again = change(sku, 1, 750);
    assertProduct(2, 750, again);
    assertEquals("true", again.header("Idempotency-Replayed"));
    Response other = change(sku, 1, 800);
    assertProblem(412, "stale-version", other);
    assertEquals("\"2\"", other.header("ETag"));
    assertEquals("2:750 of 1:500,2:750 events 1", written(sku));
  }

  /** It is what this change has made, and no longer what the product costs. */
  @Test
  void theSameChangeAgainIsNotRepeatedAfterAnotherOne() {
    change(sku, 1, 750);
    change(sku, 2, 800);
    Response again = change(sku, 1, 750);
    assertProduct(2, 750, again);
    assertEquals("true", again.header("Idempotency-Replayed"));
    assertProduct(3, 800, read(sku));
    assertEquals("3:800 of 1:500,2:750,3:800 events 2", written(sku));
  }

  @Test
  void thePriceThatItHasIsAChangeToo() {
    assertProduct(2, 500, change(sku, 1, 500));
    assertEquals("2:500 of 1:500,2:500 events 1", written(sku));
  }

  @Test
  void theEventIsTheSamples() throws Exception {
    JsonNode sample =
        JSON.readTree(ProductIT.class.getResourceAsStream("/contracts/price-changed.sample.json"));
    ObjectNode value = (ObjectNode) sample.get("value");
    String traceparent = sample.at("/headers/traceparent").textValue();
    int version = value.get("version").intValue();
    execute(
        "UPDATE product SET name = ?, version = ? WHERE sku = ?",
        value.get("name").textValue(),
        version - 1,
        sku);
    operator()
        .header("If-Match", "\"" + (version - 1) + "\"")
        .header("traceparent", traceparent)
        .body("{\"priceCents\":%d}".formatted(value.get("priceCents").longValue()))
        .put("/products/" + sku)
        .then()
        .statusCode(200);

    String where = " FROM outbox WHERE aggregate_id = ?";
    assertEquals(value.put("sku", sku), JSON.readTree(text("SELECT payload" + where, sku)));
    assertEquals(sample.get("topic").textValue(), text("SELECT topic" + where, sku));
    assertEquals(sku + ":" + version, text("SELECT event_id" + where, sku));
    assertEquals(version, number("SELECT aggregate_version" + where, sku));
    assertEquals(sample.at("/headers/ce_type").textValue(), text("SELECT event_type" + where, sku));
    assertEquals(traceparent, text("SELECT traceparent" + where, sku));
    assertEquals("PENDING", text("SELECT state" + where, sku));
    assertEquals(
        "ops",
        text("SELECT changed_by FROM product_price WHERE sku = ? AND version = ?", sku, version));
  }

  @Test
  void anOrderHasThePriceOfTheDatabaseAndItsVersion() {
    warm(sku);
    // Behind the cache's back: what everyone reads is now too low.
    execute("UPDATE product SET price_cents = 750, version = 2 WHERE sku = ?", sku);
    assertProduct(1, 500, read(sku));
    String order = place(newKey(), body(sku, 2)).then().extract().path("orderId");
    acme()
        .get("/orders/" + order)
        .then()
        .body("priceCents", equalTo(750))
        .body("priceVersion", equalTo(2))
        .body("amountCents", equalTo(1500));
  }

  @Test
  void pagesHaveEveryProductOnceInTheOrderOfTheirSkus() {
    String prefix = "P-" + UUID.randomUUID();
    List<String> skus =
        List.of(prefix + "-1", prefix + "-2", prefix + "-a", prefix + "-é", prefix + "-🍵");
    skus.forEach(each -> newSku(each, 900));
    assertEquals(skus.subList(0, 2), page(2, prefix));
    assertEquals(skus.subList(2, 4), page(2, skus.get(1)));
    assertEquals(skus.subList(1, 5), page(4, skus.get(0)));

    List<String> all = new ArrayList<>();
    String after = "";
    do {
      Response page =
          RestAssured.given().queryParam("limit", 3).queryParam("after", after).get("/products");
      List<String> some = page.path("products.sku");
      all.addAll(some);
      after = page.path("next");
      assertEquals(after == null ? null : some.getLast(), after);
    } while (after != null);
    assertEquals(number("SELECT COUNT(*) FROM product"), all.size());
    assertEquals(all.size(), Set.copyOf(all).size());
  }

  private static List<String> page(int limit, String after) {
    return RestAssured.given()
        .queryParam("limit", limit)
        .queryParam("after", after)
        .get("/products")
        .path("products.sku");
  }

  /** And it is the database's, not the cache's. */
  @Test
  void aPageShowsProductsAsTheyAreReadOneByOne() {
    warm(sku);
    change(sku, 1, 750);
    Response page =
        RestAssured.given()
            .queryParam("limit", 1)
            .queryParam("after", sku.substring(0, sku.length() - 1))
            .get("/products");
    page.then().statusCode(200).header("Cache-Control", "no-cache");
    assertEquals(read(sku).jsonPath().getMap(""), page.jsonPath().getMap("products[0]"));
  }

  @Test
  void theLastPageHasNoNext() {
    Response page = RestAssured.given().queryParam("after", "\uDBFF\uDFFF").get("/products");
    assertEquals("{\"products\":[]}", page.asString());
  }

  @Test
  void aPageHasFiftyProductsUnlessAsked() {
    for (long left = 51 - number("SELECT COUNT(*) FROM product"); left > 0; left--) {
      newSku(10);
    }
    assertEquals(50, RestAssured.get("/products").jsonPath().getList("products").size());
  }

  @Test
  void reservedCharactersBelongToTheSku() {
    for (String odd : List.of("/", "%2F", "?a=b", "#", ";v=1", "..", " ", "+", "\\", "\"", "\n")) {
      String with = newSku(UUID.randomUUID() + odd, 900);
      assertProduct(1, 900, read(with));
      assertProduct(2, 950, change(with, 1, 950));
      assertProduct(2, 950, read(with));
    }
  }

  @Test
  void theLongestSkuHas64Characters() {
    String longest = newSku("🍵".repeat(28) + UUID.randomUUID(), 900);
    assertProduct(1, 900, read(longest));
    assertProduct(2, 950, change(longest, 1, 950));
    assertProblem(404, "unknown-sku", read(longest + "x"));
  }

  @Test
  void whatIsNotThereIsNotThere() {
    for (String unknown :
        List.of(
            "no-such-sku",
            "x".repeat(65),
            "🍵".repeat(65),
            "\u0000",
            "a\tb",
            "\u007f",
            "宇治",
            " ")) {
      assertProblem(404, "unknown-sku", read(unknown));
      assertProblem(404, "unknown-sku", change(unknown, 1, 750));
    }
    assertProblem(404, "unknown-sku", read(sku.toLowerCase()));
    assertProblem(404, "unknown-sku", read(sku + " "));
    assertProduct(1, 500, read(sku));
  }

  /** Nothing says that a product is not there for longer than that is so. */
  @Test
  void aNewProductIsReadAtOnce() {
    String late = "late-" + UUID.randomUUID();
    assertProblem(404, "unknown-sku", read(late));
    newSku(late, 900);
    assertProduct(1, 900, read(late));
  }
}
