package dev.orderchain.testbed.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.testbed.fault.Byteman.Rule;
import dev.orderchain.testbed.process.Jvm;
import dev.orderchain.testbed.process.Launch;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rules, on a program in a JVM of its own. That they fit the services, the drills show. */
class BytemanIT {
  /** What {@code killJVM} ends with. */
  private static final int KILLED = 255;

  private static final String VICTIM = Victim.class.getName();

  @TempDir private Path folder;

  @Test
  void withoutARuleThatFiresTheProgramDoesWhatItDoes() throws Exception {
    Rule rule = Rule.kill("never", VICTIM, "begin", "AT ENTRY", "FALSE");

    Run run = run(rule);

    assertEquals(0, run.status());
    assertTrue(run.output().endsWith("\nend"), run.output());
    assertFalse(run.output().contains(rule.trace()), run.output());
  }

  @Test
  void killEndsTheJvmAtThatPointAndSaysSo() throws Exception {
    Rule rule = Rule.kill("at the end of begin", VICTIM, "begin", "AT EXIT", "TRUE");

    Run run = run(rule);

    assertEquals(KILLED, run.status());
    assertTrue(run.output().endsWith("begin first\n" + rule.trace()), run.output());
  }

  @Test
  void aConditionOnTheCallerLeavesTheOthersAlone() throws Exception {
    String bySecond = "callerMatches(\".*Victim.second\", true, true, 1, 200)";

    Run run = run(Rule.kill("of the second", VICTIM, "begin", "AT ENTRY", bySecond));

    assertEquals(KILLED, run.status());
    assertTrue(run.output().contains("begin first"), run.output());
    assertFalse(run.output().contains("begin second"), run.output());
  }

  @Test
  void oneRuleRemembersForAnother() throws Exception {
    Rule remember =
        new Rule("remember", VICTIM, "begin", "AT EXIT", "$1.equals(\"second\")", "flag(\"seen\")");
    Rule kill = Rule.kill("after the second", VICTIM, "work", "AT EXIT", "flagged(\"seen\")");

    Run run = run(remember, kill);

    assertEquals(KILLED, run.status());
    assertTrue(run.output().contains("begin second"), run.output());
    assertTrue(run.output().endsWith(kill.trace()), run.output());
  }

  @Test
  void holdHoldsTheThreadOnceUntilItIsReleased() throws Exception {
    Rule rule = Rule.hold("until let go", VICTIM, "begin", "AT ENTRY", "TRUE");
    Process process = start(rule);
    try (BufferedReader output = process.inputReader()) {
      String line = output.readLine();
      while (line != null && !line.equals(rule.trace())) line = output.readLine();
      assertEquals(rule.trace(), line);
      assertFalse(process.waitFor(1, TimeUnit.SECONDS), "it went on");
      assertFalse(output.ready(), "it went on");

      Byteman.release(folder, rule);

      List<String> rest = output.lines().toList();
      assertEquals("end", rest.getLast());
      assertFalse(rest.contains(rule.trace()), rest.toString());
    }
    assertEquals(0, process.waitFor());
  }

  private record Run(int status, String output) {}

  private Run run(Rule... rules) throws Exception {
    Process process = start(rules);
    String output = new String(process.getInputStream().readAllBytes()).strip();
    return new Run(process.waitFor(), output);
  }

  private Process start(Rule... rules) throws IOException {
    Launch launch = Byteman.arm(Launch.PLAIN, folder.resolve("rules.btm"), rules);
    List<String> command = new ArrayList<>(List.of(Jvm.program()));
    command.addAll(launch.jvmArgs());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), VICTIM));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
