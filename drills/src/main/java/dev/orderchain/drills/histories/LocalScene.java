package dev.orderchain.drills.histories;

import dev.orderchain.drills.CannotRun;
import dev.orderchain.drills.client.Metrics;
import dev.orderchain.drills.stage.source.Database;
import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.Checkout;
import dev.orderchain.testbed.Service;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** The chain of {@code scripts/up}. */
final class LocalScene implements Scene {
  private final Chain chain = Chain.local(Checkout.here());
  private final Database orders = new Database(() -> chain.orderDb().connect("auditor"));

  LocalScene() {
    if (!chain.orderService().isHealthy() || !chain.paymentProvider().isHealthy()) {
      throw new CannotRun("no chain runs here; scripts/up starts one");
    }
  }

  @Override
  public String orderService() {
    return chain.orderService().address();
  }

  @Override
  public String provider() {
    return chain.paymentProvider().address();
  }

  @Override
  public String token(String role) {
    return chain.mintToken(Shop.TENANT, role);
  }

  @Override
  public String row(String query) throws SQLException {
    return Optional.ofNullable(orders.text(query)).orElse("");
  }

  @Override
  public Optional<String> refusal(String statement) throws SQLException {
    try (Connection owner = chain.orderDb().connect("orders")) {
      owner.setAutoCommit(false);
      try (Statement s = owner.createStatement()) {
        s.executeUpdate(statement);
        return Optional.empty();
      } catch (SQLException e) {
        return Optional.of(e.getErrorCode() + " " + e.getMessage());
      } finally {
        owner.rollback();
      }
    }
  }

  @Override
  public Held hold(String query) throws SQLException {
    Connection owner = chain.orderDb().connect("orders");
    owner.setAutoCommit(false);
    try (Statement s = owner.createStatement()) {
      s.executeQuery(query + " FOR UPDATE").close();
    }
    return owner::close;
  }

  @Override
  public Instance service() {
    return new Process(chain.orderService());
  }

  @Override
  public Instance another() {
    Process other = new Process(chain.another(Chain.ORDER_SERVICE, "order-service-histories"));
    // It would outlive this JVM, and scripts/down does not know it.
    Runtime.getRuntime().addShutdownHook(new Thread(other::close));
    other.start();
    return other;
  }

  @Override
  public void close() {
    orders.close();
  }

  private record Process(Service service) implements Instance {
    @Override
    public void kill() {
      service.kill();
    }

    @Override
    public void start() {
      service.start();
    }

    @Override
    public void pause() {
      service.pause();
    }

    @Override
    public void resume() {
      service.resume();
    }

    @Override
    public double metric(String name) throws IOException {
      return Metrics.sum(service.address(), name, "");
    }

    @Override
    public void close() {
      service.kill();
    }
  }
}
