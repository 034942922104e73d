package dev.orderchain.testbed.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A process, meant by its number and its start time, because numbers are used again.
 *
 * @param startTicks ticks from the machine's start to the process's, as in {@code /proc/PID/stat}
 */
public record OsProcess(long pid, long startTicks) {
  private static final long TICKS_PER_SECOND = 100;

  /** The process that has this number now. */
  public static Optional<OsProcess> running(long pid) {
    return stat(pid).map(stat -> new OsProcess(pid, stat.startTicks()));
  }

  public boolean isAlive() {
    return state() != 0;
  }

  public boolean isPaused() {
    return state() == 'T';
  }

  /** Sends a signal, unless the process has ended. */
  public void signal(String name) {
    if (!isAlive()) {
      return;
    }
    try {
      // The shell's own kill: there is not always another.
      new ProcessBuilder("/bin/sh", "-c", "kill -" + name + " " + pid)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new TestbedException("cannot send " + name + " to process " + pid, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted while sending " + name + " to process " + pid, e);
    }
  }

  public Duration uptime() {
    String uptime = read(Path.of("/proc/uptime")).orElseThrow();
    double seconds = Double.parseDouble(uptime.substring(0, uptime.indexOf(' ')));
    return Duration.ofMillis((long) (1000 * seconds) - 1000 * startTicks / TICKS_PER_SECOND);
  }

  /** Resident memory, 0 when the process has ended. */
  public long residentBytes() {
    return read(Path.of("/proc/" + pid + "/status"))
        .flatMap(status -> status.lines().filter(line -> line.startsWith("VmRSS:")).findFirst())
        .map(line -> 1024 * Long.parseLong(line.replaceAll("\\D", "")))
        .orElse(0L);
  }

  /** The command line of a process, at most a line of it. */
  public static String command(long pid) {
    String command =
        read(Path.of("/proc/" + pid + "/cmdline"))
            .map(c -> c.replace('\0', ' ').strip())
            .orElse("");
    return command.length() <= 120 ? command : command.substring(0, 117) + "...";
  }

  /** The state's letter, 0 for a process that has ended or is another one by now. */
  private char state() {
    return stat(pid)
        .filter(stat -> stat.startTicks() == startTicks)
        .map(Stat::state)
        .orElse((char) 0);
  }

  private record Stat(char state, long startTicks) {}

  private static Optional<Stat> stat(long pid) {
    return read(Path.of("/proc/" + pid + "/stat"))
        .map(
            line -> {
              // The command's name stands in parentheses and may hold anything, ')' included.
              String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
              return new Stat(fields[0].charAt(0), Long.parseLong(fields[19]));
            })
        .filter(stat -> !isZombie(stat) || hasThreads(pid));
  }

  private static boolean isZombie(Stat stat) {
    return stat.state() == 'Z' || stat.state() == 'X';
  }

  /** A process whose main thread has ended keeps its files and ports until the last one has. */
  private static boolean hasThreads(long pid) {
    String[] threads = new File("/proc/" + pid + "/task").list();
    return threads != null && threads.length > 1;
  }

  private static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file, StandardCharsets.ISO_8859_1));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }
}
