package dev.orderchain.order.provider;

import static dev.orderchain.order.provider.Call.AUTHORISE;
import static dev.orderchain.order.provider.Call.CAPTURE;
import static dev.orderchain.order.provider.Call.LOOK_UP;
import static dev.orderchain.order.provider.Call.REFUND;
import static dev.orderchain.order.provider.Call.VOID;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.orderchain.order.provider.Answer.Contradiction;
import dev.orderchain.order.provider.Answer.NotFound;
import dev.orderchain.order.provider.Answer.Payment;
import dev.orderchain.order.provider.Answer.Refund;
import dev.orderchain.order.provider.Answer.State;
import dev.orderchain.order.provider.Answer.Unknown;
import dev.orderchain.order.provider.Exchange.Reply;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each answer means; RealProviderIT has the provider's own ones. */
class CallTest {
  @ParameterizedTest
  @CsvSource({"AUTHORISE,AUTHORISED", "CAPTURE,CAPTURED", "VOID,VOIDED"})
  void successIsItsOutcome(Call call, State state) {
    String body = "{\"paymentKey\":\"pay:1\",\"outcome\":\"" + state + "\"}";
    assertEquals(new Payment(state, Optional.empty(), body), read(call, 200, body));
  }

  @ParameterizedTest
  @CsvSource({
    "AUTHORISE,402,payment-declined,DECLINED",
    "AUTHORISE,422,unknown-token,DECLINED",
    "AUTHORISE,400,malformed-request,DECLINED",
    "AUTHORISE,409,payment-voided,VOIDED",
    "VOID,409,already-captured,CAPTURED"
  })
  void problemThatTellsTheState(Call call, int status, String problem, State state) {
    String body = problem(problem);
    assertEquals(new Payment(state, Optional.empty(), body), read(call, status, body));
  }

  @ParameterizedTest
  @CsvSource({
    "AUTHORISE,payment-conflict",
    "CAPTURE,not-authorised",
    "REFUND,refund-conflict",
    "REFUND,refund-too-large",
    "REFUND,not-captured"
  })
  void problemThatCannotBeIsAContradiction(Call call, String problem) {
    assertEquals(new Contradiction(problem(problem)), read(call, 409, problem(problem)));
  }

  @Test
  void refundIsDoneOrDeclined() {
    String done = "{\"refundKey\":\"refund:1\",\"outcome\":\"REFUNDED\",\"amountCents\":1250}";
    assertEquals(
        new Payment(State.CAPTURED, Optional.of(Refund.REFUNDED), done), read(REFUND, 200, done));
    String declined = problem("refund-declined");
    assertEquals(
        new Payment(State.CAPTURED, Optional.of(Refund.DECLINED), declined),
        read(REFUND, 402, declined));
  }

  @ParameterizedTest
  @EnumSource(State.class)
  void lookUpTellsTheState(State state) {
    String body = "{\"paymentKey\":\"pay:1\",\"state\":\"" + state + "\",\"refunds\":[]}";
    assertEquals(new Payment(state, Optional.empty(), body), read(LOOK_UP, 200, body));
  }

  @ParameterizedTest
  @CsvSource({"refund:1,DECLINED", "refund:2,REFUNDED", "refund:3,"})
  void lookUpTellsTheRefundOfOurKeyOnly(String refundKey, Refund refund) {
    String body =
        "{\"state\":\"CAPTURED\",\"refunds\":["
            + "{\"refundKey\":\"refund:1\",\"outcome\":\"DECLINED\"},"
            + "{\"refundKey\":\"refund:2\",\"outcome\":\"REFUNDED\"}]}";
    assertEquals(
        new Payment(State.CAPTURED, Optional.ofNullable(refund), body),
        LOOK_UP.read(reply(200, body), refundKey));
  }

  @Test
  void notFoundIsNoStateAndOnlyOfALookUp() {
    String body = problem("not-found");
    assertEquals(new NotFound(body), read(LOOK_UP, 404, body));
    assertInstanceOf(Unknown.class, read(CAPTURE, 404, body));
  }

  @Test
  void refusedRequestDeclinesNothingButAnAuthorisation() {
    assertInstanceOf(Unknown.class, read(VOID, 400, problem("malformed-request")));
    assertInstanceOf(Unknown.class, read(REFUND, 400, problem("malformed-request")));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 402, 404, 409, 422, 429, 302, 204})
  void statusAloneSaysNothing(int status) {
    for (Call call : Call.values()) {
      assertInstanceOf(Unknown.class, read(call, status, ""));
      assertInstanceOf(Unknown.class, read(call, status, "{\"outcome\":\"AUTHORISED\"}"));
      assertInstanceOf(Unknown.class, read(call, status, problem("about-to-change")));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "AUTHORISED",
        "<html>",
        "{}",
        "{\"outcome\":null,\"state\":null}",
        "{\"outcome\":\"authorised\",\"state\":\"PENDING\"}",
        "{\"outcome\":\"AUTHORISED\",\"state\":\"CAPTURED\"} {}",
        "{\"outcome\":\"AUTHORISED\",\"outcome\":\"AUTHORISED\",\"state\":\"A\",\"state\":\"B\"}",
        "{\"outcome\":\"AUTHORISED\",\"state\":\"CAPTURED\"",
        "{\"outcome\":\"REFUNDED\",\"state\":\"CAPTURED\",\"more\":\"\\ud800\"}",
        "{\"state\":\"CAPTURED\",\"refunds\":[{\"refundKey\":\"refund:1\"}]}"
      })
  void answerThatCannotBeUnderstoodIsUnknown(String body) {
    for (Call call : Call.values()) {
      assertInstanceOf(Unknown.class, read(call, 200, body));
    }
  }

  @Test
  void evidenceIsNoDeeperThanTheDatabaseTakes() {
    String deep = "{\"outcome\":\"CAPTURED\",\"more\":" + "[".repeat(99) + "]".repeat(99) + "}";
    assertInstanceOf(Unknown.class, read(CAPTURE, 200, deep));
  }

  @Test
  void memberThatIsNotKnownIsEvidenceToo() {
    String body = "{\"outcome\":\"AUTHORISED\",\"risk\":{\"score\":0.5}}";
    assertEquals(new Payment(State.AUTHORISED, Optional.empty(), body), read(AUTHORISE, 200, body));
  }

  private static Answer read(Call call, int status, String body) {
    return call.read(reply(status, body), "refund:1");
  }

  private static Reply reply(int status, String body) {
    return new Reply(status, body.getBytes(UTF_8));
  }

  private static String problem(String name) {
    return "{\"type\":\"https://payment-provider.example/problems/" + name + "\",\"title\":\"T\"}";
  }
}
