package dev.orderchain.order.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.order.OnRealServers;
import io.restassured.path.json.JsonPath;

/** Reads the chain of an order of tenant acme. */
abstract class Links extends OnRealServers {
  static JsonPath chain(String id) {
    return acme().get("/orders/" + id + "/chain").then().statusCode(200).extract().jsonPath();
  }

  /**
   * @param responsible part of what is said of who moves next; null: nobody
   */
  static void assertLink(JsonPath chain, String name, String state, String responsible) {
    String link = "confirmations.find { it.confirmation == '" + name + "' }.";
    assertEquals(state, chain.get(link + "state"), chain.prettify());
    String found = chain.get(link + "responsible");
    if (responsible == null) {
      assertNull(found, chain.prettify());
    } else {
      assertTrue(found.contains(responsible), chain.prettify());
    }
  }
}
