package dev.orderchain.order.database;

import com.mysql.cj.jdbc.JdbcConnection;
import io.agroal.api.AgroalPoolInterceptor;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import org.jboss.logging.Logger;

/**
 * Keeps pooled connections out of autocommit, which the pool would switch off for each transaction
 * and on again after it: two statements more. Nothing here runs outside a transaction.
 */
@ApplicationScoped
class LeaveAutocommitOff implements AgroalPoolInterceptor {
  private static final Logger LOG = Logger.getLogger(LeaveAutocommitOff.class);

  @Override
  public void onConnectionReturn(Connection connection) {
    try {
      // Not by the pool's wrapper, which would see to it that it is on again.
      JdbcConnection driver = connection.unwrap(JdbcConnection.class);
      if (driver.getAutoCommit()) {
        driver.setAutoCommit(false);
      }
    } catch (SQLException e) {
      // It is broken; the pool finds that out.
      LOG.debugf("autocommit stays on: %s", e);
    }
  }
}
