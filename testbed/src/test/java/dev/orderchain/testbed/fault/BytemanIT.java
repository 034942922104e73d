package dev.orderchain.testbed.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.testbed.fault.Byteman.Rule;
import dev.orderchain.testbed.process.Jvm;
import dev.orderchain.testbed.process.Launch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  void pauseHoldsTheThreadOnce() throws Exception {
    Rule rule =
        Rule.pause("a while", VICTIM, "begin", "AT ENTRY", "TRUE", Duration.ofMillis(1_500));

    Run run = run(rule);

    assertEquals(0, run.status());
    assertTrue(run.output().contains(rule.trace()), run.output());
    assertTrue(run.millis("first") >= 1_500, run.output());
    assertTrue(run.millis("second") < 1_500, run.output());
  }

  private record Run(int status, String output) {
    long millis(String which) {
      return output
          .lines()
          .filter(line -> line.startsWith(which + " "))
          .mapToLong(line -> Long.parseLong(line.substring(which.length() + 1)))
          .findFirst()
          .orElseThrow();
    }
  }

  private Run run(Rule... rules) throws Exception {
    Launch launch = Byteman.arm(Launch.PLAIN, folder.resolve("rules.btm"), rules);
    List<String> command = new ArrayList<>(List.of(Jvm.program()));
    command.addAll(launch.jvmArgs());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), VICTIM));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes()).strip();
    return new Run(process.waitFor(), output);
  }
}
