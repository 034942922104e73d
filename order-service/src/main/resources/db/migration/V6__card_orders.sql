-- What a piece costs. An order keeps the price that it was placed at.
ALTER TABLE product
  ADD COLUMN price_cents BIGINT NOT NULL DEFAULT 500,
  ADD COLUMN version     INT    NOT NULL DEFAULT 1,
  ADD CONSTRAINT ck_product_price CHECK (price_cents >= 0);
UPDATE product SET price_cents = CASE sku
  WHEN 'SKU-1' THEN 450 WHEN 'SKU-2' THEN 8900 WHEN 'SKU-TEA' THEN 1250 ELSE 24000 END;

-- version counts the order's events: 1 OrderPlaced, 2 OrderConfirmed or OrderCancelled,
-- 3 OrderRefunded.
ALTER TABLE orders
  MODIFY COLUMN state
    ENUM('PLACED', 'PENDING', 'CONFIRMED', 'CANCELLED', 'COMPENSATING', 'REFUNDED') NOT NULL,
  ADD COLUMN payment     ENUM('ACCOUNT', 'CARD') NOT NULL DEFAULT 'ACCOUNT',
  ADD COLUMN price_cents BIGINT NOT NULL DEFAULT 0;

-- How many are past their deadline?
ALTER TABLE reservation ADD KEY ix_reservation_deadline (state, deadline);

-- One card order on its way to one end. payment, refund and decision are what is known; step is
-- what is done next, and follows from them. Whoever holds the claim (claim_id, version) may write.
CREATE TABLE workflow (
  workflow_id   CHAR(36)    CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  order_id      CHAR(36)    CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  input_hash    BINARY(32)  NOT NULL,
  amount_cents  BIGINT      NOT NULL,
  currency      CHAR(3)     CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  card_token    VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  traceparent   CHAR(55)    CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,

  step          ENUM('AUTHORISE', 'LOOK_UP', 'CAPTURE', 'VOID', 'REFUND', 'NEEDS_REVIEW', 'DONE')
                NOT NULL DEFAULT 'AUTHORISE',
  payment       ENUM('NONE', 'UNKNOWN', 'AUTHORISED', 'DECLINED', 'CAPTURED', 'VOIDED')
                NOT NULL DEFAULT 'NONE',
  refund        ENUM('NONE', 'ASKED', 'UNKNOWN', 'REFUNDED', 'DECLINED') NOT NULL DEFAULT 'NONE',
  -- Each decision has a column of its own, so that the opposite one does not overwrite it: it is
  -- refused by ck_workflow_one_decision.
  confirm_at    DATETIME(6),
  cancel_at     DATETIME(6),
  decision      VARCHAR(7)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin GENERATED ALWAYS AS (
                  CASE WHEN confirm_at IS NOT NULL THEN 'CONFIRM'
                       WHEN cancel_at IS NOT NULL THEN 'CANCEL' END) VIRTUAL,

  decide_by     DATETIME(6) NOT NULL,  -- the reservation's deadline; without a decision: CANCEL
  deadline      DATETIME(6) NOT NULL,  -- without an end: NEEDS_REVIEW
  unknown_since DATETIME(6),
  due_at        DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),  -- of a claimed row: its lease
  claim_id      BINARY(16)  NOT NULL DEFAULT (REPEAT(X'00', 16)),
  lease_until   DATETIME(6) NOT NULL DEFAULT '1970-01-01 00:00:00',
  attempt       INT         NOT NULL DEFAULT 0,  -- of the step without learning anything
  last_error    VARCHAR(500) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_ai_ci NOT NULL DEFAULT '',
  version       INT         NOT NULL DEFAULT 1,  -- grows with every change
  created_at    DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  updated_at    DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),

  PRIMARY KEY (workflow_id),
  UNIQUE KEY uk_workflow_order (order_id),
  -- The claim, oldest first. What is never due stands at the end of time.
  KEY ix_workflow_due (due_at),
  -- What is open, for metrics and reviews.
  KEY ix_workflow_step (step, unknown_since),
  CONSTRAINT ck_workflow_one_decision CHECK (confirm_at IS NULL OR cancel_at IS NULL),
  CONSTRAINT ck_workflow_end CHECK (step <> 'DONE' OR confirm_at IS NOT NULL OR cancel_at IS NOT NULL)
);

-- What was learned, when, from whom, and by which process. Only ever added to.
CREATE TABLE workflow_fact (
  workflow_id CHAR(36)     CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  version     INT          NOT NULL,  -- the workflow's, that this made
  source      VARCHAR(32)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  fact        VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  evidence    JSON         NOT NULL,
  recorded_by VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  recorded_at DATETIME(6)  NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (workflow_id, version)
);

-- Sold pieces that came back: sold → available. The primary key lets it happen once.
CREATE TABLE stock_return (
  order_id   CHAR(36)    CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  branch_id  VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  sku        VARCHAR(64) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  quantity   INT         NOT NULL,
  created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  PRIMARY KEY (order_id, branch_id)
);

-- What the provider told us without being asked. It decides nothing; it makes the workflow look.
CREATE TABLE payment_notice (
  notice_id   VARCHAR(64)  CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  payment_key VARCHAR(128) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin NOT NULL,
  body        JSON         NOT NULL,
  received_at DATETIME(6)  NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  applied_at  DATETIME(6),  -- null: its order is not there (yet)
  PRIMARY KEY (notice_id),
  KEY ix_notice_applied (applied_at, received_at),
  KEY ix_notice_payment (payment_key)
);
