package dev.orderchain.payment.ledger;

import io.agroal.api.AgroalDataSource;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduler;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Makes the tables that are not there, and lets what is scheduled begin. */
@ApplicationScoped
class CreateSchema {
  void create(@Observes StartupEvent event, AgroalDataSource database, Scheduler scheduler)
      throws SQLException, IOException {
    try (InputStream script = getClass().getResourceAsStream("/schema.sql");
        Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
    }
    scheduler.resume();
  }
}
