package dev.orderchain.drills;

import dev.orderchain.testbed.Chain;
import dev.orderchain.testbed.MySqlServer;
import java.util.Map;
import org.flywaydb.core.Flyway;

/** The services' migrations, without the services. */
public final class Schemas {
  private Schemas() {}

  public static void migrate(Chain chain) {
    migrate(chain, chain.orderDb(), "../order-service");
    migrate(chain, chain.notificationDb(), "../notification-service");
  }

  private static void migrate(Chain chain, MySqlServer server, String service) {
    String owner = server.database();
    Flyway.configure()
        .dataSource(server.jdbcUrl(), owner, chain.keys().password(owner))
        .locations("filesystem:" + service + "/src/main/resources/db/migration")
        .placeholders(Map.of("relayAccount", "relay"))
        .load()
        .migrate();
  }
}
