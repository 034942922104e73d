package dev.orderchain.drills.world.compose;

import dev.orderchain.drills.world.Arming;
import dev.orderchain.drills.world.Target;
import dev.orderchain.testbed.fault.Byteman;
import dev.orderchain.testbed.process.TestbedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * A part as a container. Killed and started again it stays the same container; a service that gets
 * or loses additions is made anew, on the same port of this machine.
 */
final class Container implements Target {
  private static final Duration HEALTHY_WITHIN = Duration.ofSeconds(120);
  private static final Duration POLL = Duration.ofMillis(100);
  private static final int LOG_LINES = 20;

  /** The status of a container that is not there. */
  private static final String NONE = "none";

  private final Project project;
  private final Docker docker;
  private final String part;
  private final String name;
  private final String container;
  private final int port;
  private final Rules rules;
  private boolean plain = true;

  /** The command; asked for once. */
  private List<String> healthCheck;

  /**
   * @param part the part that it is an instance of
   * @param rules those that it can be made with
   */
  Container(Project project, String part, String name, String container, int port, Rules rules) {
    this.project = project;
    this.docker = project.docker();
    this.part = part;
    this.name = name;
    this.container = container;
    this.port = port;
    this.rules = rules;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String address() {
    return "127.0.0.1:" + port;
  }

  @Override
  public void start() {
    switch (status()) {
      case "running" -> {}
      case "paused" -> resume();
      case NONE -> make(Arming.PLAIN);
      default -> {
        if (plain) {
          docker.output("start", container);
        } else {
          make(Arming.PLAIN);
        }
      }
    }
    awaitHealthy();
  }

  void startPlainly() {
    if (!plain) stop();
    start();
  }

  @Override
  public void restart(Arming arming) {
    requirePossible(arming);
    stop();
    if (arming.equals(Arming.PLAIN)) {
      start();
    } else {
      make(arming);
      awaitHealthy();
    }
  }

  private void requirePossible(Arming arming) {
    if (!arming.equals(Arming.PLAIN) && !Project.HTTP_PORTS.containsKey(part)) {
      throw new UnsupportedOperationException(name + " is no service; only those take additions");
    }
    if (!arming.ahead().isZero()) {
      throw new UnsupportedOperationException("a container has the clock of its machine");
    }
  }

  private void make(Arming arming) {
    remove();
    plain = arming.equals(Arming.PLAIN);
    List<String> run =
        new ArrayList<>(
            List.of(
                "--name", container, "--publish", address() + ":" + Project.HTTP_PORTS.get(part)));
    arming
        .settings()
        .forEach((variable, value) -> run.addAll(List.of("--env", variable + "=" + value)));
    if (!arming.rules().isEmpty()) run.addAll(List.of("--env", rules.armed(name, arming.rules())));
    run.add(part);
    project.run(run);
  }

  /** Kills it, if it is there, and leaves nothing of it. */
  void remove() {
    if (!status().equals(NONE)) docker.output("rm", "--force", container);
  }

  @Override
  public void release(Byteman.Rule rule) {
    rules.release(rule);
  }

  @Override
  public void stop() {
    if (isRunning()) docker.output("stop", container);
  }

  @Override
  public void kill() {
    if (isRunning()) docker.output("kill", container);
  }

  @Override
  public void pause() {
    docker.output("pause", container);
  }

  @Override
  public void resume() {
    if (isPaused()) docker.output("unpause", container);
  }

  @Override
  public boolean isRunning() {
    return List.of("running", "paused").contains(status());
  }

  @Override
  public boolean isPaused() {
    return status().equals("paused");
  }

  /** As Docker calls it, or NONE. */
  private String status() {
    return docker
        .attempt(List.of("container", "inspect", "--format", "{{.State.Status}}", container))
        .orElse(NONE);
  }

  /** By its own health check, done now: what Docker knows of it is as old as the last one. */
  @Override
  public boolean isHealthy() {
    if (!status().equals("running")) return false;
    if (healthCheck == null) healthCheck = healthCheck();
    return docker.attempt(healthCheck).isPresent();
  }

  private List<String> healthCheck() {
    List<String> test =
        inspect("{{range .Config.Healthcheck.Test}}{{println .}}{{end}}").lines().toList();
    List<String> command = test.subList(1, test.size());
    return inside(
        test.getFirst().equals("CMD-SHELL") ? List.of("sh", "-c", command.getFirst()) : command);
  }

  private List<String> inside(List<String> command) {
    return Stream.concat(Stream.of("exec", container), command.stream()).toList();
  }

  @Override
  public boolean awaitEnd(Duration bound) {
    return await(() -> !isRunning(), bound);
  }

  @Override
  public String log() {
    return docker.everything("logs", "--since", inspect("{{.State.StartedAt}}"), container);
  }

  String image() {
    return inspect("{{.Config.Image}}");
  }

  /** What a command prints that runs inside. */
  String says(String... command) {
    return docker.output(inside(List.of(command)).toArray(String[]::new));
  }

  private String inspect(String format) {
    return docker.output("container", "inspect", "--format", format, container);
  }

  private void awaitHealthy() {
    boolean settled = await(() -> isHealthy() || !isRunning(), HEALTHY_WITHIN);
    if (!settled) throw failure("is not healthy after " + HEALTHY_WITHIN.toSeconds() + " s");
    if (!isRunning()) throw failure("ended while it was starting");
  }

  private TestbedException failure(String what) {
    List<String> lines = log().lines().toList();
    List<String> end = lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size());
    return new TestbedException(
        "%s %s; the end of its log:%n%s".formatted(name, what, String.join("\n", end)));
  }

  private static boolean await(BooleanSupplier condition, Duration bound) {
    Instant end = Instant.now().plus(bound);
    while (!condition.getAsBoolean()) {
      if (Instant.now().isAfter(end)) return false;
      LockSupport.parkNanos(POLL.toNanos());
    }
    return true;
  }
}
