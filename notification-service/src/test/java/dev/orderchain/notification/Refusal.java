package dev.orderchain.notification;

import java.util.UUID;

/** The database refuses the notifications of a tenant. */
public record Refusal(String trigger) implements AutoCloseable {
  public static Refusal of(String tenant, String state, int code) {
    String trigger = "refuse_" + UUID.randomUUID().toString().replace('-', '_');
    OnRealServers.executeAs(
        "root",
        """
        CREATE TRIGGER notifications.%s BEFORE INSERT ON notifications.notification FOR EACH ROW
        IF NEW.tenant = '%s' THEN
          SIGNAL SQLSTATE '%s' SET MYSQL_ERRNO = %d, MESSAGE_TEXT = 'refused by the test';
        END IF
        """
            .formatted(trigger, tenant, state, code));
    return new Refusal(trigger);
  }

  @Override
  public void close() {
    OnRealServers.executeAs("root", "DROP TRIGGER IF EXISTS notifications." + trigger);
  }
}
