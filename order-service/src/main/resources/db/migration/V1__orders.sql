-- The order database. Text is utf8mb4; what is compared as an identity is compared byte for byte.

CREATE TABLE product (
  sku  VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  name VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci NOT NULL,
  PRIMARY KEY (sku)
);

-- supplied never changes by an order: available + the quantities of all orders = supplied.
CREATE TABLE stock (
  sku       VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  supplied  BIGINT NOT NULL,
  available BIGINT NOT NULL,
  PRIMARY KEY (sku),
  CONSTRAINT fk_stock_product FOREIGN KEY (sku) REFERENCES product (sku),
  CONSTRAINT ck_stock_available CHECK (available >= 0)
);

CREATE TABLE orders (
  order_id   CHAR(36)     CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  tenant     VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  sku        VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  quantity   INT NOT NULL,
  state      ENUM('PLACED') NOT NULL,
  version    INT NOT NULL,
  created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (order_id)
);

-- uk_idem decides which of several requests with one key is the first. answer is what it was told.
CREATE TABLE order_idempotency (
  id              BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
  tenant          VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  idempotency_key VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  payload_hash    BINARY(32)   NOT NULL,
  order_id        CHAR(36)     CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  answer          VARCHAR(4000) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  created_at      DATETIME(6)  NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  expires_at      DATETIME(6)  NOT NULL,
  PRIMARY KEY (id),
  UNIQUE KEY uk_idem (tenant, idempotency_key),
  KEY ix_idem_order (order_id),
  KEY ix_idem_expires (expires_at)
);
