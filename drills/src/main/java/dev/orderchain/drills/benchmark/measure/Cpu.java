package dev.orderchain.drills.benchmark.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the kernel says of a process: {@code /proc/PID}. */
public final class Cpu {
  private static final double MICROS_PER_TICK = 10_000;

  private Cpu() {}

  /** CPU time used so far by all its threads, in user and kernel mode, in steps of 10 ms. */
  public static double micros(long pid) {
    String stat = read(pid, "stat");
    // The command's name is in parentheses and may hold blanks; utime and stime are 12th and 13th
    // behind it.
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return MICROS_PER_TICK * (Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
  }

  /** CPU time that all processes of this machine have used so far, and what its host took away. */
  public static double machineMicros() {
    String[] ticks = read("stat").lines().findFirst().orElseThrow().split(" +");
    // cpu user nice system idle iowait irq softirq steal; guest time is in user already.
    double busy = 0;
    for (int field : new int[] {1, 2, 3, 6, 7, 8}) busy += Double.parseDouble(ticks[field]);
    return MICROS_PER_TICK * busy;
  }

  /** Resident memory; pages that it shares with others count in full. */
  public static long residentBytes(long pid) {
    return kib(read(pid, "smaps_rollup"), "Rss:");
  }

  /** Resident memory; a page that n processes share counts 1/n. */
  public static long proportionalBytes(long pid) {
    return kib(read(pid, "smaps_rollup"), "Pss:");
  }

  private static long kib(String text, String label) {
    return text.lines()
        .filter(line -> line.startsWith(label))
        .mapToLong(line -> 1024 * Long.parseLong(line.replaceAll("\\D+", "")))
        .findFirst()
        .orElseThrow();
  }

  private static String read(long pid, String file) {
    return read(pid + "/" + file);
  }

  private static String read(String file) {
    try {
      return Files.readString(Path.of("/proc", file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
