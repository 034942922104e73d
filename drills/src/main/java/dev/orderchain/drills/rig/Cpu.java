package dev.orderchain.drills.rig;

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
    try {
      return Files.readString(Path.of("/proc", Long.toString(pid), file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
