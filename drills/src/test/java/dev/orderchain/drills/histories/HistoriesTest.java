package dev.orderchain.drills.histories;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.orderchain.drills.histories.Plot.Kind;
import dev.orderchain.drills.stage.NotProven;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** What the command makes of the histories that it plays, without a chain. */
class HistoriesTest {
  private static final Plot GOOD =
      plot(
          "good",
          (shop, evidence) -> {
            evidence.hit("at once");
            evidence.demand("state", "CANCELLED", "CANCELLED");
          });

  private static final Plot WRONG =
      plot(
          "wrong",
          (shop, evidence) -> {
            evidence.hit("at once");
            evidence.demand("moved", new Shop.Pieces(-1, 0, 0), "0/0/0");
          });

  private static final Plot MISSED =
      plot(
          "missed",
          (shop, evidence) -> {
            throw new NotProven("the kill came too late");
          });

  private static final Plot STUCK =
      plot(
          "stuck",
          (shop, evidence) -> {
            evidence.hit("at once");
            Shop.await("an end", Duration.ZERO, () -> false);
          });

  private final StringWriter out = new StringWriter();

  private static Plot plot(String name, Plot.Course course) {
    return new Plot(name, "tells something", Kind.QUICK, course);
  }

  private int run(List<Plot> plots, String... arguments) {
    return new CommandLine(new Histories(plots, where -> null))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(new StringWriter()))
        .execute(arguments);
  }

  @Test
  void historyWithTheRightFactsPasses() {
    assertEquals(0, run(List.of(GOOD)));
    assertTrue(out.toString().contains("good PASS state=CANCELLED\n"), out.toString());
  }

  @Test
  void historyWithAWrongSumFails() {
    assertEquals(1, run(List.of(GOOD, WRONG)));
    assertTrue(out.toString().contains("wrong FAIL moved=-1/0/0\n"), out.toString());
    assertTrue(out.toString().contains("moved is -1/0/0, not 0/0/0"), out.toString());
  }

  @Test
  void historyThatNeverEndsFails() {
    assertEquals(1, run(List.of(STUCK)));
    assertTrue(out.toString().contains("waited 0 s for an end"), out.toString());
  }

  @Test
  void faultThatDidNotHitIsNoPass() {
    assertEquals(1, run(List.of(MISSED)));
    assertTrue(out.toString().contains("missed NOT RUN\n  the kill came too late"), "" + out);
  }

  @Test
  void onlyTheNamedOnesArePlayed() {
    assertEquals(0, run(List.of(WRONG, GOOD), "good"));
    assertEquals(2, run(List.of(GOOD), "better"));
  }

  @Test
  void jsonHasFieldsAndSteps() throws Exception {
    run(List.of(WRONG), "--json");
    JsonNode wrong = new ObjectMapper().readTree(out.toString()).path(0);
    assertEquals("wrong", wrong.path("history").asText());
    assertEquals("FAIL", wrong.path("verdict").asText());
    assertEquals("-1/0/0", wrong.at("/fields/0/value").asText());
    assertEquals("0/0/0", wrong.at("/fields/0/demanded").asText());
  }

  /** Or all of them together would take minutes more. */
  @Test
  void thoseThatWaitArePlayedBesideTheOthers() {
    CountDownLatch both = new CountDownLatch(3);
    Plot.Course meeting =
        (shop, evidence) -> {
          both.countDown();
          evidence.hit("at once");
          evidence.demand("met", both.await(10, TimeUnit.SECONDS), true);
        };
    assertEquals(
        0,
        run(
            List.of(
                new Plot("first", "", Kind.WAITS, meeting),
                new Plot("second", "", Kind.WAITS, meeting),
                new Plot("third", "", Kind.QUICK, meeting))));
  }

  @Test
  void namesDiffer() {
    assertEquals(Catalogue.ALL.size(), Catalogue.ALL.stream().map(Plot::name).distinct().count());
  }
}
