-- The outbox. order-service inserts and purges rows; relay-service changes the delivery columns
-- (state and below) and nothing else. contracts/outbox.json says the same as data.
--
-- Claim columns are NOT NULL and of fixed width, so that a claim is an update in place.
CREATE TABLE outbox (
  id                BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  event_id          VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  aggregate_id      CHAR(36)     CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  aggregate_version INT UNSIGNED NOT NULL,  -- from 1
  event_type        VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  payload           JSON         NOT NULL,
  traceparent       CHAR(55)     CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  created_at        DATETIME(6)  NOT NULL DEFAULT CURRENT_TIMESTAMP(6),

  state         ENUM('PENDING', 'CLAIMED', 'SENT', 'PARKED', 'DISCARDED') NOT NULL DEFAULT 'PENDING',
  claim_id      BINARY(16)   NOT NULL DEFAULT (REPEAT(X'00', 16)),
  claim_version INT UNSIGNED NOT NULL DEFAULT 0,
  lease_until   DATETIME(6)  NOT NULL DEFAULT '1970-01-01 00:00:00',
  attempts      INT UNSIGNED NOT NULL DEFAULT 0,
  sent_at       DATETIME(6)  NOT NULL DEFAULT '1970-01-01 00:00:00',
  last_error    VARCHAR(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci NOT NULL DEFAULT '',

  PRIMARY KEY (id),
  -- Writing the same fact twice hits this key: event_id is order id ':' version.
  UNIQUE KEY uk_outbox_event (event_id),
  -- The claim: filter and order in one index, so that only claimed rows are locked.
  KEY ix_outbox_due (state, id),
  -- The order of one aggregate: is an earlier event of it unsent?
  KEY ix_outbox_aggregate (aggregate_id, aggregate_version),
  CONSTRAINT ck_outbox_version CHECK (aggregate_version >= 1)
);
