-- One coupon for each OrderConfirmed. As with notification, neither event_id nor order_id is unique
-- on purpose: a doubled row has to be there to be seen.
CREATE TABLE IF NOT EXISTS coupon (
  code       VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  order_id   CHAR(36)     CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  tenant     VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  event_id   VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  state      ENUM('ISSUED', 'USED', 'REVOKED') NOT NULL DEFAULT 'ISSUED',
  issued_at  DATETIME(6)  NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  used_at    DATETIME(6)  NULL,
  revoked_at DATETIME(6)  NULL,
  PRIMARY KEY (code),
  KEY ix_coupon_order (order_id),
  KEY ix_coupon_event (event_id),
  -- Used and revoked are ends, and never both.
  CONSTRAINT ck_coupon_used CHECK ((state = 'USED') = (used_at IS NOT NULL)),
  CONSTRAINT ck_coupon_revoked CHECK ((state = 'REVOKED') = (revoked_at IS NOT NULL))
);

-- Refunds whose coupon could not be revoked, for a person to decide on.
CREATE TABLE IF NOT EXISTS coupon_review (
  id         BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  -- NULL when the order has none.
  code       VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  order_id   CHAR(36)     CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  tenant     VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  event_id   VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  reason     ENUM('COUPON_USED', 'NO_COUPON') NOT NULL,
  created_at DATETIME(6)  NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (id),
  KEY ix_coupon_review_order (order_id),
  KEY ix_coupon_review_event (event_id)
);
