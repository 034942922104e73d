-- The relay's account reads the outbox and changes its delivery columns; nothing else. The account
-- itself is created with the database server, because its password is not ours to know.
GRANT SELECT ON outbox TO '${relayAccount}'@'%';
GRANT UPDATE (state, claim_id, claim_version, lease_until, attempts, sent_at, last_error)
  ON outbox TO '${relayAccount}'@'%';
