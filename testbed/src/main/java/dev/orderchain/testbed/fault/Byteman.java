package dev.orderchain.testbed.fault;

import dev.orderchain.testbed.process.Launch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Crashes and halts at an exact point of a service as it is packaged. The service carries no code
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
    Path folder = scriptFile.toAbsolutePath().getParent();
    try {
      Files.createDirectories(folder);
      Files.writeString(scriptFile, script(folder, folder.toString(), List.of(rules)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return launch.jvmArgs(
        "-javaagent:%s=script:%s,boot:%s".formatted(jar(), scriptFile.toAbsolutePath(), jar()));
  }

  /**
   * A script of these rules, none of which is released yet.
   *
   * @param folder where releases are put
   * @param seenAs how the service sees that folder
   */
  public static String script(Path folder, String seenAs, List<Rule> rules) throws IOException {
    for (Rule rule : rules) Files.deleteIfExists(folder.resolve(rule.release()));
    return rules.stream().map(rule -> rule.script(seenAs)).collect(Collectors.joining("\n"));
  }

  /**
   * Lets a thread go on that a rule holds, or will hold.
   *
   * @param folder the one of the script
   */
  public static void release(Path folder, Rule rule) {
    try {
      Files.createFile(folder.resolve(rule.release()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
    /** Byteman's language has no loops, so a shell waits. */
    private static final String WAITER =
        """
        %s
        BIND waiter:java.lang.ProcessBuilder = new java.lang.ProcessBuilder(java.util.List.of(
          "timeout", "600", "sh", "-c", "IFS=; until test -e $0; do sleep 0.05; done",
          "@folder@/%s"))""";

    /** Ends the JVM there, with no shutdown hook run. */
    public static Rule kill(
        String name, String className, String method, String location, String condition) {
      return act(name, className, method, location, condition, "killJVM()");
    }

    /**
     * Holds the thread there, the first time that it comes by, until it is {@linkplain
     * Byteman#release released}; ten minutes at most.
     */
    public static Rule hold(
        String name, String className, String method, String location, String condition) {
      String first = "(%s) && flag(\"%s\")".formatted(condition, name);
      String bound = WAITER.formatted(location, releaseOf(name));
      return act(name, className, method, bound, first, "waiter.start().waitFor()");
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

    /** The file whose appearance lets it go. */
    private String release() {
      return releaseOf(name);
    }

    private static String releaseOf(String name) {
      return name.replaceAll("\\W", "-") + ".release";
    }

    private String script(String folder) {
      return """
      RULE %s
      CLASS %s
      METHOD %s
      %s
      IF %s
      DO %s
      ENDRULE
      """
          .formatted(name, className, method, location, condition, action)
          .replace("@folder@", folder);
    }
  }
}
