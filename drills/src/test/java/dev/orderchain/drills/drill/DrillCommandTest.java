package dev.orderchain.drills.drill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.drills.command.Drills;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Which drills the command chooses, without a chain. */
class DrillCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String arguments) {
    CommandLine command = Drills.commandLine(Map.of());
    command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return command.execute(("drill " + arguments).split(" "));
  }

  private List<String> listed() {
    return out.toString().lines().map(line -> line.split(" ")[0]).toList();
  }

  @Test
  void onlyTheNamedOnesAreListedInTheirOrder() {
    assertEquals(0, run("--list relay-frozen duplicate-request"));
    assertEquals(List.of("relay-frozen", "duplicate-request"), listed());
  }

  @Test
  void whatTheHistoriesScriptNamesCanBeRunHere() throws IOException {
    String script = Files.readString(Path.of("../scripts/histories"));
    int start = script.indexOf("plays='") + "plays='".length();
    List<String> plays = List.of(script.substring(start, script.indexOf("'", start)).split("\\s+"));
    assertEquals(8, plays.size());
    assertEquals(0, run("--list --here"));
    assertTrue(listed().containsAll(plays), out.toString());
  }

  @Test
  void whatNeedsAChainOfItsOwnIsRefusedHere() {
    assertEquals(2, run("--here relay-frozen"));
    assertTrue(err.toString().contains("relay-frozen needs a chain of its own"), err.toString());
  }

  @Test
  void whatNeedsLinksIsRefusedOnContainers() {
    assertEquals(2, run("--on compose link-cut"));
    assertTrue(err.toString().contains("link-cut can be run on local only"), err.toString());
  }

  @Test
  void unknownNameIsRefused() {
    assertEquals(2, run("relay-forgotten"));
    assertTrue(err.toString().contains("no drill is called relay-forgotten"), err.toString());
  }

  @Test
  void nothingNamedIsRefused() {
    assertEquals(2, run("--here"));
    assertTrue(err.toString().contains("name the drills to run, or --all"), err.toString());
  }
}
