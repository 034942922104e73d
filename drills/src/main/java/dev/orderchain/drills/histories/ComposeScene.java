package dev.orderchain.drills.histories;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.client.Metrics;
import dev.orderchain.drills.world.Docker;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Checkout;
import dev.orderchain.testbed.process.TestbedException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The chain of {@code docker compose up}: through its published ports, and in its database by the
 * client in that container.
 */
final class ComposeScene implements Scene {
  private static final Duration HEALTHY_WITHIN = Duration.ofMinutes(2);
  private static final String ANOTHER = "order-chain-histories";

  private static final String AUDITOR =
      "MYSQL_PWD=$(cat /keys/auditor.password) exec mysql -h 127.0.0.1 -u auditor -NB orders";
  private static final String OWNER =
      "MYSQL_PWD=$(sed -n 's/^quarkus.datasource.password=//p' /keys/order-service.properties)"
          + " exec mysql -h 127.0.0.1 -u orders -NB orders";

  /** Long enough for whoever is to meet the lock, and shorter than one waits for it twice. */
  private static final int HELD_SECONDS = 6;

  private final Docker docker = new Docker(Map.of("COMPOSE_ANSI", "never"));
  private final String database = container(Chain.ORDER_DB);

  @Override
  public String orderService() {
    return port(Chain.ORDER_SERVICE, 8080);
  }

  @Override
  public String provider() {
    return port(Chain.PAYMENT_PROVIDER, 8090);
  }

  @Override
  public String token(String role) {
    return compose("run", "--rm", "--no-deps", "-T", "keys", "token", Shop.TENANT, role);
  }

  @Override
  public String row(String query) {
    return sql(AUDITOR, query).lines().findFirst().orElse("");
  }

  @Override
  public Optional<String> refusal(String statement) {
    try {
      sql(OWNER, "BEGIN; " + statement + "; ROLLBACK");
      return Optional.empty();
    } catch (TestbedException e) {
      return Optional.of(e.getMessage().lines().reduce("", (before, line) -> line));
    }
  }

  @Override
  public Held hold(String query) {
    CompletableFuture<Void> session =
        CompletableFuture.runAsync(
            () -> sql(OWNER, "BEGIN; %s FOR UPDATE; DO SLEEP(%d)".formatted(query, HELD_SECONDS)));
    return session::join;
  }

  @Override
  public Instance service() {
    return new Running(container(Chain.ORDER_SERVICE));
  }

  @Override
  public Instance another() {
    compose("run", "--detach", "--no-deps", "--name", ANOTHER, Chain.ORDER_SERVICE);
    Running other = new Running(ANOTHER);
    Runtime.getRuntime().addShutdownHook(new Thread(other::close));
    other.awaitHealthy();
    return other;
  }

  @Override
  public void close() {
    // Nothing is open.
  }

  private String sql(String client, String statements) {
    return docker.output("exec", database, "sh", "-c", client + " -e \"$1\"", "mysql", statements);
  }

  private String container(String part) {
    String id = compose("ps", "--quiet", "--status", "running", part);
    if (id.isEmpty()) throw new CannotRun(part + " does not run; 'docker compose up' starts it");
    return id;
  }

  private String port(String part, int inside) {
    return compose("port", part, Integer.toString(inside));
  }

  private String compose(String... arguments) {
    List<String> command = new ArrayList<>(List.of("compose", "--project-directory"));
    command.add(Checkout.here().root().toString());
    command.addAll(List.of(arguments));
    try {
      return docker.output(HEALTHY_WITHIN, command);
    } catch (TestbedException e) {
      throw new CannotRun(e.getMessage(), e);
    }
  }

  private final class Running implements Instance {
    private final String id;

    Running(String id) {
      this.id = id;
    }

    @Override
    public void kill() {
      docker.output("kill", id);
    }

    @Override
    public void start() {
      docker.output("start", id);
      awaitHealthy();
    }

    void awaitHealthy() {
      Shop.await(
          "order-service to be healthy",
          HEALTHY_WITHIN,
          () ->
              docker
                  .output("inspect", "--format", "{{.State.Health.Status}}", id)
                  .equals("healthy"));
    }

    @Override
    public void pause() {
      docker.output("pause", id);
    }

    @Override
    public void resume() {
      // It complains of a container that is not paused.
      docker.attempt(List.of("unpause", id));
    }

    @Override
    public double metric(String name) throws IOException {
      return Metrics.sum(orderService(), name, "");
    }

    @Override
    public void close() {
      docker.attempt(List.of("rm", "--force", id));
    }
  }
}
