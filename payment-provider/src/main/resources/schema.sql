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
