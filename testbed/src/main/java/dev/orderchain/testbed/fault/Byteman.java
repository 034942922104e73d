package dev.orderchain.testbed.fault;

import dev.orderchain.testbed.process.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Crashes and delays at an exact point of a service as it is packaged. The service carries no code
 * for it: an agent in its JVM rewrites the class named.
 */
public final class Byteman {
  private Byteman() {}

  /** The agent. */
  public static Path jar() {
    try {
      Path jar =
          Path.of(
              org.jboss.byteman.agent.Main.class
                  .getProtectionDomain()
                  .getCodeSource()
                  .getLocation()
                  .toURI());
      return jar.toAbsolutePath();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes the rules to the file and adds the agent, with them, to what is launched. */
  public static Launch arm(Launch launch, Path scriptFile, Rule... rules) {
    String script = Arrays.stream(rules).map(Rule::script).collect(Collectors.joining("\n"));
    try {
      Files.createDirectories(scriptFile.toAbsolutePath().getParent());
      Files.writeString(scriptFile, script);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return launch.jvmArgs(
        "-javaagent:%s=script:%s,boot:%s".formatted(jar(), scriptFile.toAbsolutePath(), jar()));
  }

  /**
   * What happens at a point of the code, in Byteman's language.
   *
   * @param name unique among the rules of a launch
   * @param method with its parameters' types, {@code commit()}, or without for all of that name
   * @param location {@code AT ENTRY}, {@code AT EXIT}, …
   * @param condition {@code TRUE}, or an expression over {@code $1} (first parameter), {@code $!}
   *     (result), {@code callerMatches(…)}, …
   * @param action one or more calls, separated by commas
   */
  public record Rule(
      String name,
      String className,
      String method,
      String location,
      String condition,
      String action) {

    /** Ends the JVM there, with no shutdown hook run. */
    public static Rule kill(
        String name, String className, String method, String location, String condition) {
      return act(name, className, method, location, condition, "killJVM()");
    }

    /** Holds the thread there, the first time that it comes by. */
    public static Rule pause(
        String name,
        String className,
        String method,
        String location,
        String condition,
        Duration pause) {
      String first = "(%s) && flag(\"%s\")".formatted(condition, name);
      String delay = "delay(%d)".formatted(pause.toMillis());
      return act(name, className, method, location, first, delay);
    }

    /** Says so, and then does something. */
    public static Rule act(
        String name,
        String className,
        String method,
        String location,
        String condition,
        String action) {
      String said = "traceln(\"%s\"), %s".formatted(trace(name), action);
      return new Rule(name, className, method, location, condition, said);
    }

    /** What the service's log holds when it has fired; not of a rule that only {@code flag}s. */
    public String trace() {
      return trace(name);
    }

    private static String trace(String name) {
      return "byteman: " + name;
    }

    public String script() {
      return """
      RULE %s
      CLASS %s
      METHOD %s
      %s
      IF %s
      DO %s
      ENDRULE
      """
          .formatted(name, className, method, location, condition, action);
    }
  }
}
