-- What a tenant may have in open orders on account. No row: no limit. The row is the tenant's guard:
-- whoever adds to the sum locks it first and then reads what is open.
CREATE TABLE credit_limit (
  tenant      VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  limit_cents BIGINT       NOT NULL,
  PRIMARY KEY (tenant),
  CONSTRAINT ck_credit_limit CHECK (limit_cents >= 0)
);

-- What an order adds to its tenant's sum: NULL unless it is open and on account, so that a card
-- order, whose state never is PLACED, keeps its place in the index while it moves on.
ALTER TABLE orders
  ADD COLUMN open_cents BIGINT GENERATED ALWAYS AS (
    CASE WHEN state = 'PLACED' THEN price_cents * quantity END) VIRTUAL;
-- The sum is read from this index alone.
ALTER TABLE orders ADD KEY ix_orders_open (tenant, open_cents);
