-- Pieces are set aside for an order until somebody decides. From here on, for each SKU:
-- available + reserved + sold + the quantities of orders that are PLACED = supplied.
ALTER TABLE stock
  ADD COLUMN reserved BIGINT NOT NULL DEFAULT 0,
  ADD COLUMN sold     BIGINT NOT NULL DEFAULT 0,
  ADD CONSTRAINT ck_stock_reserved CHECK (reserved >= 0),
  ADD CONSTRAINT ck_stock_sold CHECK (sold >= 0);

-- The primary key decides which call on an identity is the first, so that a Cancel can come before
-- its Try: then the row is a tombstone, CANCELLED and without content.
CREATE TABLE reservation (
  order_id     CHAR(36)    CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  branch_id    VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  state        ENUM('RESERVED', 'CONFIRMED', 'CANCELLED') NOT NULL,
  version      INT NOT NULL,  -- grows with every change, not always by one
  sku          VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
  quantity     INT,
  request_hash BINARY(32),
  deadline     DATETIME(6),   -- by then the coordinator has decided
  created_at   DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  updated_at   DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (order_id, branch_id),
  CONSTRAINT ck_reservation_content CHECK (
    sku IS NOT NULL AND quantity >= 1 AND request_hash IS NOT NULL AND deadline IS NOT NULL
    OR state = 'CANCELLED'
      AND sku IS NULL AND quantity IS NULL AND request_hash IS NULL AND deadline IS NULL)
);
