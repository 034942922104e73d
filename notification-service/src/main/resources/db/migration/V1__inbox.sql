-- The notification database. Text is utf8mb4; what is compared as an identity is compared byte for
-- byte. Times are the database's own, in UTC. IF NOT EXISTS, because MySQL does not roll back DDL: a
-- migration that a crash interrupted begins again.

-- The primary key decides whether a delivery is the first one of its event.
CREATE TABLE IF NOT EXISTS inbox (
  consumer_name VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  event_id      VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  payload_hash  BINARY(32)  NOT NULL,
  received_at   DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (consumer_name, event_id),
  -- The purge, a consumer's oldest first.
  KEY ix_inbox_received (consumer_name, received_at)
);

-- The effect. event_id is not unique on purpose: the inbox is what keeps an effect from happening
-- twice, and if it ever failed to, the doubled row has to be there to be seen.
CREATE TABLE IF NOT EXISTS notification (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  event_id   VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  order_id   CHAR(36)     CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  tenant     VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  kind       VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  text       VARCHAR(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci NOT NULL,
  created_at DATETIME(6)  NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (id),
  KEY ix_notification_order (order_id, id),
  KEY ix_notification_event (event_id)
);

-- Messages that could not become an effect, as they came, for a person to look at.
CREATE TABLE IF NOT EXISTS parked_message (
  id              BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  topic           VARCHAR(249) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  topic_partition INT          NOT NULL,
  topic_offset    BIGINT       NOT NULL,
  -- SHA-256 over key, headers and value.
  digest          BINARY(32)   NOT NULL,
  message_key     LONGBLOB,
  message_value   LONGBLOB,
  -- [{"name": ..., "value": base64 or null}, ...] in the message's order.
  headers         JSON         NOT NULL,
  bytes           BIGINT       NOT NULL,
  reason          VARCHAR(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci NOT NULL,
  created_at      DATETIME(6)  NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (id),
  -- A message is parked once however often it is delivered. The digest is part of the key because a
  -- topic that is deleted and created again counts its offsets from 0.
  UNIQUE KEY uk_parked_message (topic, topic_partition, topic_offset, digest)
);
