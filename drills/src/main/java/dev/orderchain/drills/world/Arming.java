package dev.orderchain.drills.world;

import dev.orderchain.testbed.fault.Byteman;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What one start of a service has beside the usual: rules that act at a point of its code, settings
 * that a drill needs, a clock that is wrong.
 *
 * @param ahead how far its clock runs ahead; zero for a right one
 */
public record Arming(List<Byteman.Rule> rules, Map<String, String> settings, Duration ahead) {
  public static final Arming PLAIN = new Arming(List.of(), Map.of(), Duration.ZERO);

  public Arming {
    rules = List.copyOf(rules);
    settings = Map.copyOf(settings);
  }

  public Arming rules(List<Byteman.Rule> more) {
    List<Byteman.Rule> all = new ArrayList<>(rules);
    all.addAll(more);
    return new Arming(all, settings, ahead);
  }

  /** A setting, as an environment variable. */
  public Arming setting(String name, String value) {
    Map<String, String> all = new HashMap<>(settings);
    all.put(name, value);
    return new Arming(rules, all, ahead);
  }

  public Arming clockAhead(Duration by) {
    return new Arming(rules, settings, by);
  }
}
