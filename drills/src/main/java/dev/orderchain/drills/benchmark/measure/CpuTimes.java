package dev.orderchain.drills.benchmark.measure;

import dev.orderchain.testbed.Part;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/** The CPU time that some parts of a chain have used so far, in microseconds, by name. */
public record CpuTimes(Map<String, Double> micros) {

  public static CpuTimes of(Collection<? extends Part> parts) {
    Map<String, Double> micros = new LinkedHashMap<>();
    for (Part part : parts) micros.put(part.name(), Cpu.micros(part.pid().orElseThrow()));
    return new CpuTimes(micros);
  }

  /** What each has used since then, for each of so many units of work. */
  public Map<String, Double> since(CpuTimes before, double units) {
    Map<String, Double> each = new LinkedHashMap<>();
    micros.forEach(
        (name, now) ->
            each.put(name, Math.rint(10 * (now - before.micros.get(name)) / units) / 10));
    return each;
  }
}
