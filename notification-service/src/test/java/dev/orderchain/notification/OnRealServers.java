package dev.orderchain.notification;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.orderchain.notification.inbox.Effect;
import dev.orderchain.notification.inbox.Receivers;
import dev.orderchain.notification.message.Message;
import dev.orderchain.notification.notice.TheNotices;
import dev.orderchain.testbed.TestServers;
import dev.orderchain.testbed.link.MySqlLink;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.ResourceArg;
import io.quarkus.test.common.TestResourceScope;
import io.quarkus.test.common.WithTestResource;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;

/** What the tests of this service share: its real database and broker. */
@WithTestResource(
    value = TestServers.class,
    initArgs = @ResourceArg(name = "service", value = "notification-service"),
    scope = TestResourceScope.GLOBAL)
@WithTestResource(value = Surroundings.class, scope = TestResourceScope.GLOBAL)
public abstract class OnRealServers {
  @Inject protected MeterRegistry meters;
  @Inject protected Receivers receivers;
  @Inject protected TheNotices notices;

  /** To the database. */
  protected MySqlLink link;

  @AfterEach
  protected void healTheLink() {
    link.heal();
  }

  protected static ConditionFactory await() {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(20))
        .ignoreExceptions();
  }

  /** Hands messages to a consumer. */
  protected void receive(Effect effect, Message... batch) {
    assertTrue(receivers.of(effect).receive(List.of(batch)));
  }

  protected double counted(String meter, String... tags) {
    return meters.counter(meter, tags).count();
  }

  /** One number of the notification database, as its owner sees it. */
  protected static long number(String sql, Object... values) {
    return Long.parseLong(texts(sql, values).getFirst());
  }

  /** The first column of all rows. */
  protected static List<String> texts(String sql, Object... values) {
    return rows(sql, row -> row.getString(1), values);
  }

  protected static <T> List<T> rows(String sql, Row<T> row, Object... values) {
    try (Connection connection = connect("notifications");
        PreparedStatement statement = prepare(connection, sql, values);
        ResultSet result = statement.executeQuery()) {
      List<T> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(row.of(result));
      }
      return rows;
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  protected static int execute(String sql, Object... values) {
    return executeAs("notifications", sql, values);
  }

  protected static int executeAs(String account, String sql, Object... values) {
    try (Connection connection = connect(account);
        PreparedStatement statement = prepare(connection, sql, values)) {
      return statement.executeUpdate();
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  protected interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  /** Directly, not over the link. */
  protected static Connection connect(String account) throws SQLException {
    return TestServers.current().notificationDb().connect(account);
  }

  private static PreparedStatement prepare(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  protected static long inboxRows(String eventId) {
    return number("SELECT COUNT(*) FROM inbox WHERE event_id = ?", eventId);
  }

  protected static long effects(String eventId) {
    return number("SELECT COUNT(*) FROM notification WHERE event_id = ?", eventId);
  }

  protected static long inboxRowsOf(String tenant) {
    return number(
        "SELECT COUNT(*) FROM inbox WHERE event_id IN"
            + " (SELECT event_id FROM notification WHERE tenant = ?)",
        tenant);
  }

  protected static long effectsOf(String tenant) {
    return number("SELECT COUNT(*) FROM notification WHERE tenant = ?", tenant);
  }

  protected static long distinctEffectsOf(String tenant) {
    return number("SELECT COUNT(DISTINCT event_id) FROM notification WHERE tenant = ?", tenant);
  }

  /** Why messages of this key are parked, in the order in which they were. */
  protected static List<String> parkedReasons(byte[] key) {
    return texts("SELECT reason FROM parked_message WHERE message_key <=> ? ORDER BY id", key);
  }
}
