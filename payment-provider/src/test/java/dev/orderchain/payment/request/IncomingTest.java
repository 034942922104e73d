package dev.orderchain.payment.request;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.orderchain.payment.ledger.Terms;
import dev.orderchain.payment.ledger.Token;
import dev.orderchain.payment.problem.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncomingTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "7",
        "{} {}",
        "{\"amountCents\":1,\"currency\":\"EUR\"}",
        "{\"amountCents\":1,\"currency\":\"EUR\",\"token\":\"tok_ok\",\"cvc\":\"1\"}",
        "{\"amountCents\":1,\"amountCents\":2,\"currency\":\"EUR\",\"token\":\"tok_ok\"}",
        "{\"amountCents\":\"1\",\"currency\":\"EUR\",\"token\":\"tok_ok\"}",
        "{\"amountCents\":1.0,\"currency\":\"EUR\",\"token\":\"tok_ok\"}",
        "{\"amountCents\":0,\"currency\":\"EUR\",\"token\":\"tok_ok\"}",
        "{\"amountCents\":10000000000,\"currency\":\"EUR\",\"token\":\"tok_ok\"}",
        "{\"amountCents\":99999999999999999999,\"currency\":\"EUR\",\"token\":\"tok_ok\"}",
        "{\"amountCents\":1,\"currency\":\"eur\",\"token\":\"tok_ok\"}",
        "{\"amountCents\":1,\"currency\":null,\"token\":\"tok_ok\"}",
        "{\"amountCents\":1,\"currency\":\"EUR\",\"token\":7}"
      })
  void whatIsNoAuthorisationIsMalformed(String body) {
    assertEquals(Problem.MALFORMED_REQUEST, problem(body));
  }

  @Test
  void tokensAreSpelledExactly() {
    String body = "{\"amountCents\":1,\"currency\":\"EUR\",\"token\":\"TOK_OK\"}";
    assertEquals(Problem.UNKNOWN_TOKEN, problem(body));
  }

  @Test
  void bodyIsReadUpToALimitOnly() {
    assertEquals(Problem.BODY_TOO_LARGE, problem(" ".repeat(Incoming.MAX_BODY_BYTES + 1)));
  }

  @Test
  void boundsAreTaken() throws IOException {
    String body = "{\"token\":\"tok_slow\",\"currency\":\"CHF\",\"amountCents\":%d}";
    assertEquals(
        new Terms(9_999_999_999L, "CHF", Token.SLOW),
        Incoming.terms(stream(body.formatted(9_999_999_999L))));
    assertEquals(1, Incoming.terms(stream(body.formatted(1))).amountCents());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a/b", "é", "a\n"})
  void whatIsNoKeyIsMalformed(String text) {
    assertThrows(Incoming.Malformed.class, () -> Incoming.key(text));
    assertThrows(Incoming.Malformed.class, () -> Incoming.key("k".repeat(129)));
  }

  private static Problem problem(String body) {
    return assertThrows(Incoming.Malformed.class, () -> Incoming.terms(stream(body))).problem();
  }

  private static ByteArrayInputStream stream(String body) {
    return new ByteArrayInputStream(body.getBytes(UTF_8));
  }
}
