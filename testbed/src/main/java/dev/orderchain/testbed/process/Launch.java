package dev.orderchain.testbed.process;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one start of a service has beside the usual: {@code Launch.PLAIN.jvmArgs("-javaagent:…")}.
 */
public record Launch(List<String> jvmArgs, Map<String, String> environment) {
  public static final Launch PLAIN = new Launch(List.of(), Map.of());

  public Launch {
    jvmArgs = List.copyOf(jvmArgs);
    environment = Map.copyOf(environment);
  }

  /** Adds JVM arguments; they come after the usual ones, so that the same again overrides. */
  public Launch jvmArgs(String... more) {
    List<String> all = new ArrayList<>(jvmArgs);
    all.addAll(List.of(more));
    return new Launch(all, environment);
  }

  /** Adds an environment variable, which overrides the usual one. */
  public Launch environment(String name, String value) {
    Map<String, String> all = new HashMap<>(environment);
    all.put(name, value);
    return new Launch(jvmArgs, all);
  }
}
