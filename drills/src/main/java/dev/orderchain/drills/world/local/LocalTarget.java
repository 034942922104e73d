package dev.orderchain.drills.world.local;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.world.Arming;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.Part;
import dev.orderchain.testbed.Service;
import dev.orderchain.testbed.fault.Byteman;
import dev.orderchain.testbed.fault.ShiftedClock;
import dev.orderchain.testbed.process.Launch;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** A part as a process. */
final class LocalTarget implements Target {
  private final Part part;
  private final Launch usual;
  private final Path script;
  private final Consumer<ProcessHandle> started;
  private boolean plain = true;
  private long logStart;

  /**
   * @param usual how it is launched when nothing is added
   * @param script where its rules go
   * @param started is told of every process that it becomes
   */
  LocalTarget(Part part, Launch usual, Path script, Consumer<ProcessHandle> started) {
    this.part = part;
    this.usual = usual;
    this.script = script;
    this.started = started;
  }

  Part part() {
    return part;
  }

  @Override
  public String name() {
    return part.name();
  }

  @Override
  public String address() {
    return part.address();
  }

  @Override
  public void start() {
    if (part.isRunning()) {
      part.start();
    } else {
      launch(Arming.PLAIN);
    }
  }

  @Override
  public void restart(Arming arming) {
    part.stop();
    launch(arming);
  }

  /** Starts it, again if it has additions. */
  void startPlainly() {
    if (plain) {
      start();
    } else {
      restart(Arming.PLAIN);
    }
  }

  private void launch(Arming arming) {
    logStart = logLength();
    plain = arming.equals(Arming.PLAIN);
    if (part instanceof Service service) {
      service.start(launchOf(arming));
    } else {
      part.start();
    }
    part.pid().ifPresent(pid -> ProcessHandle.of(pid).ifPresent(started));
  }

  private Launch launchOf(Arming arming) {
    Launch launch = usual;
    for (Map.Entry<String, String> setting : arming.settings().entrySet()) {
      launch = launch.environment(setting.getKey(), setting.getValue());
    }
    if (!arming.ahead().isZero()) {
      Path library =
          ShiftedClock.preload()
              .orElseThrow(() -> new CannotRun("there is no libfaketime; see scripts/unpack"));
      launch = ShiftedClock.ahead(launch, arming.ahead(), library);
    }
    if (!arming.rules().isEmpty()) {
      launch = Byteman.arm(launch, script, arming.rules().toArray(Byteman.Rule[]::new));
    }
    return launch;
  }

  @Override
  public void release(Byteman.Rule rule) {
    Byteman.release(script.toAbsolutePath().getParent(), rule);
  }

  @Override
  public void stop() {
    part.stop();
  }

  @Override
  public void kill() {
    part.kill();
  }

  @Override
  public void pause() {
    part.pause();
  }

  @Override
  public void resume() {
    part.resume();
  }

  @Override
  public boolean isRunning() {
    return part.isRunning();
  }

  @Override
  public boolean isPaused() {
    return part.isPaused();
  }

  @Override
  public boolean isHealthy() {
    return part.isHealthy();
  }

  @Override
  public boolean awaitEnd(Duration bound) {
    return part.awaitEnd(bound);
  }

  @Override
  public String log() {
    try (RandomAccessFile file = new RandomAccessFile(part.log().toFile(), "r")) {
      byte[] bytes = new byte[(int) (file.length() - logStart)];
      file.seek(logStart);
      file.readFully(bytes);
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private long logLength() {
    return part.log().toFile().length();
  }
}
