package dev.orderchain.notification.notice;

import dev.orderchain.notification.inbox.Inbox;
import dev.orderchain.notification.message.Event;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** Table {@code notification}: the effects. */
@ApplicationScoped
class Notifications {
  /** More than one order can ever have; a bound on what one answer holds. */
  private static final int MOST_OF_ONE_ORDER = 1_000;

  private final DataSource dataSource;

  Notifications(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  /** One statement for all of them, in their order: ids grow with it. */
  @Transactional(Transactional.TxType.MANDATORY)
  void insert(List<Event> events) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO notification (event_id, order_id, tenant, kind, text) VALUES "
                    + Inbox.repeat("(?, ?, ?, ?, ?)", events.size()))) {
      int i = 0;
      for (Event event : events) {
        insert.setString(++i, event.id());
        insert.setString(++i, event.fact().orderId());
        insert.setString(++i, event.fact().tenant());
        insert.setString(++i, event.fact().type());
        insert.setString(++i, event.fact().text());
      }
      insert.executeUpdate();
    }
  }

  /** Those of one order, in the order in which they happened; none for another tenant's order. */
  List<Notification> ofOrder(String tenant, String orderId) {
    return Notification.<Notification>find(
            "orderId = ?1 and tenant = ?2 order by id", orderId, tenant)
        .page(0, MOST_OF_ONE_ORDER)
        .list();
  }
}
