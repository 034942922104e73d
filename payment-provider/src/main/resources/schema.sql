CREATE TABLE IF NOT EXISTS payment (
  id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_key  VARCHAR(128) NOT NULL UNIQUE,
  -- These four are NULL when it was voided before it came.
  amount_cents BIGINT,
  currency     VARCHAR(3),
  token        VARCHAR(32),
  receipt      VARCHAR(64),
  state        VARCHAR(16) NOT NULL,
  created_at   TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  -- From when on look-up finds it; NULL: never.
  visible_at   TIMESTAMP(6) WITH TIME ZONE,
  -- When it turns out to be paid although it was voided.
  paid_at      TIMESTAMP(6) WITH TIME ZONE
);

CREATE TABLE IF NOT EXISTS received_call (
  payment_key VARCHAR(128) NOT NULL,
  kind        VARCHAR(16) NOT NULL,
  received    BIGINT NOT NULL,
  PRIMARY KEY (payment_key, kind)
);

CREATE TABLE IF NOT EXISTS refund (
  id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  payment_key  VARCHAR(128) NOT NULL,
  refund_key   VARCHAR(128) NOT NULL,
  amount_cents BIGINT NOT NULL,
  state        VARCHAR(16) NOT NULL,
  receipt      VARCHAR(64) NOT NULL,
  UNIQUE (payment_key, refund_key)
);

CREATE TABLE IF NOT EXISTS notice (
  notice_id VARCHAR(36) PRIMARY KEY,
  body      VARCHAR(1024) NOT NULL,
  attempts  INT NOT NULL,
  -- NULL: taken, or given up.
  due_at    TIMESTAMP(6) WITH TIME ZONE
);

CREATE INDEX IF NOT EXISTS ix_payment_paid ON payment (paid_at);
CREATE INDEX IF NOT EXISTS ix_notice_due ON notice (due_at);
