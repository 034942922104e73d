package dev.orderchain.testbed;

import dev.orderchain.testbed.process.OsProcess;
import dev.orderchain.testbed.process.Ports;
import dev.orderchain.testbed.process.Spawn;
import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * One process of the chain, across its lives. Its port, data and log stay the same.
 *
 * <pre>
 * start   → running and healthy       resume → as before the pause
 * stop    → asked to end, ended       pause  → alive, does nothing, its connections stay open
 * kill    → ended on the spot
 * </pre>
 */
public abstract class Part {
  private static final Duration HEALTHY_WITHIN = Duration.ofSeconds(120);
  private static final Duration ENDED_WITHIN = Duration.ofSeconds(20);
  private static final Duration KILLED_WITHIN = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(50);
  private static final int LOG_LINES = 20;
  private static final int LOG_END_BYTES = 8_192;

  private final Home home;
  private final String name;
  private final int port;

  Part(Home home, String name) {
    this.home = home;
    this.name = name;
    this.port = home.port(name);
  }

  public final String name() {
    return name;
  }

  public final int port() {
    return port;
  }

  /** {@code host:port}. */
  public final String address() {
    return "127.0.0.1:" + port;
  }

  /** What it printed, all its lives after each other. */
  public final Path log() {
    return home.log(name);
  }

  /** Its working folder. */
  public final Path data() {
    return home.data(name);
  }

  /**
   * Starts it, if it is not running, and returns when it answers.
   *
   * @throws TestbedException when it does not; with the end of its log
   */
  public final synchronized void start() {
    if (!isRunning()) {
      requirePorts();
      launch();
    }
    if (isPaused()) {
      resume();
    }
    awaitHealthy();
  }

  /**
   * Asks it to end (SIGTERM) and waits for that; kills it when it does not in time.
   *
   * @return whether it ended by itself
   */
  public final synchronized boolean stop() {
    Optional<OsProcess> process = process();
    process.ifPresent(p -> p.signal("TERM"));
    // A paused process sees the signal only then.
    process.ifPresent(p -> p.signal("CONT"));
    boolean ended = process.isEmpty() || awaitEnd(process.get(), ENDED_WITHIN);
    if (!ended) {
      kill();
    }
    home.forget(name);
    return ended;
  }

  /** Kills it (SIGKILL) and returns when it is gone; whether it was running. */
  public final boolean kill() {
    Optional<OsProcess> process = process();
    process.ifPresent(
        p -> {
          p.signal("KILL");
          if (!awaitEnd(p, KILLED_WITHIN)) {
            throw new TestbedException(name + " (pid " + p.pid() + ") survives SIGKILL");
          }
        });
    return process.isPresent();
  }

  /** Waits for it to end by itself; whether it did within the bound. */
  public final boolean awaitEnd(Duration bound) {
    return await(() -> !isRunning(), bound);
  }

  /** Stops it where it is (SIGSTOP) and returns when it stands still. */
  public final void pause() {
    OsProcess process = process().orElseThrow(() -> new TestbedException(name + " is not running"));
    process.signal("STOP");
    if (!await(process::isPaused, KILLED_WITHIN)) {
      throw new TestbedException(name + " (pid " + process.pid() + ") does not stop");
    }
  }

  /** Lets it go on after {@link #pause} (SIGCONT). */
  public final void resume() {
    process().ifPresent(process -> process.signal("CONT"));
  }

  public final boolean isRunning() {
    return process().isPresent();
  }

  public final boolean isPaused() {
    return process().filter(OsProcess::isPaused).isPresent();
  }

  /** Running, and answering now. */
  public final boolean isHealthy() {
    return isRunning() && complaint().isEmpty();
  }

  /** Why it is not healthy, in a line; empty when it is. */
  public final Optional<String> complaint() {
    if (!isRunning()) {
      return Optional.of("not running");
    }
    if (isPaused()) {
      return Optional.of("paused");
    }
    try {
      probe();
      return Optional.empty();
    } catch (Exception e) {
      return Optional.of(firstLine(e));
    }
  }

  /** The number of its process, while it runs. */
  public final OptionalLong pid() {
    return process().map(p -> OptionalLong.of(p.pid())).orElse(OptionalLong.empty());
  }

  /** Its resident memory; 0 when it does not run. */
  public final long residentBytes() {
    return process().map(OsProcess::residentBytes).orElse(0L);
  }

  /** How long it has been running; zero when it does not run. */
  public final Duration uptime() {
    return process().map(OsProcess::uptime).orElse(Duration.ZERO);
  }

  @Override
  public final String toString() {
    return name + " (port " + port + ")";
  }

  /** The process to start; everything that it needs on disk is made here. */
  abstract List<String> command() throws IOException;

  /** What is added to the environment. */
  Map<String, String> environment() {
    return Map.of();
  }

  /** Throws, within seconds, when it does not answer. */
  abstract void probe() throws Exception;

  void requirePorts() {
    Ports.requireFree(port, name);
  }

  final Home home() {
    return home;
  }

  final TestbedException failure(String what) {
    return new TestbedException("%s %s; the end of %s:%n%s".formatted(name, what, log(), logEnd()));
  }

  private Optional<OsProcess> process() {
    return home.process(name);
  }

  private void launch() {
    try {
      Files.createDirectories(data());
      Files.createDirectories(log().getParent());
      Optional<OsProcess> started =
          Spawn.start(command(), environment(), data(), log(), home.outlivesThisJvm());
      home.remember(name, started.orElseThrow(() -> failure("ended at once")));
    } catch (IOException e) {
      throw new TestbedException("cannot start " + name + ": " + e.getMessage(), e);
    }
  }

  private static String firstLine(Exception e) {
    return Objects.requireNonNullElse(e.getMessage(), "")
        .lines()
        .filter(line -> !line.isBlank())
        .findFirst()
        .orElse(e.toString());
  }

  private void awaitHealthy() {
    Instant end = Instant.now().plus(HEALTHY_WITHIN);
    Optional<String> complaint = complaint();
    while (complaint.isPresent()) {
      if (!isRunning()) {
        throw failure("ended while it was starting");
      }
      if (Instant.now().isAfter(end)) {
        throw failure(
            "is not healthy after %d s (%s)"
                .formatted(HEALTHY_WITHIN.toSeconds(), complaint.get()));
      }
      rest();
      complaint = complaint();
    }
  }

  private boolean awaitEnd(OsProcess process, Duration bound) {
    return await(() -> !process.isAlive(), bound);
  }

  private static boolean await(BooleanSupplier condition, Duration bound) {
    Instant end = Instant.now().plus(bound);
    while (!condition.getAsBoolean()) {
      if (Instant.now().isAfter(end)) {
        return false;
      }
      rest();
    }
    return true;
  }

  private static void rest() {
    try {
      Thread.sleep(POLL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TestbedException("interrupted", e);
    }
  }

  private String logEnd() {
    try (RandomAccessFile file = new RandomAccessFile(log().toFile(), "r")) {
      file.seek(Math.max(0, file.length() - LOG_END_BYTES));
      byte[] end = new byte[LOG_END_BYTES];
      int read = Math.max(0, file.read(end));
      List<String> lines = new String(end, 0, read, StandardCharsets.UTF_8).lines().toList();
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    } catch (IOException e) {
      return "(" + e + ")";
    }
  }
}
