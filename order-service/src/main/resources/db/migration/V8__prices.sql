-- What a piece has cost, at every version of its product. The primary key decides which of two
-- changes of one version is the first, and which price is asked for again.
CREATE TABLE product_price (
  sku         VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  version     INT          NOT NULL,
  price_cents BIGINT       NOT NULL,
  changed_by  VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  changed_at  DATETIME(6)  NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (sku, version),
  CONSTRAINT fk_price_product FOREIGN KEY (sku) REFERENCES product (sku)
);
INSERT INTO product_price (sku, version, price_cents, changed_by)
  SELECT sku, version, price_cents, 'migration' FROM product;

-- The version that price_cents is of; 0 for orders from before there were versions.
ALTER TABLE orders ADD COLUMN price_version INT NOT NULL DEFAULT 0;

-- The outbox tells of products, too: topic says where an event goes, and a product's aggregate id is
-- its SKU, which is longer than an order id and never looks like one that is drawn at random.
ALTER TABLE outbox
  ADD COLUMN topic VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin
    NOT NULL DEFAULT 'order-events' AFTER event_type,
  MODIFY COLUMN event_id     VARCHAR(80) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  MODIFY COLUMN aggregate_id VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL;
