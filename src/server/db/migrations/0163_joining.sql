-- A device that joins a family by a code on a parent's screen: at most ten minutes, five tries.
CREATE TABLE joining (
  joining_id text PRIMARY KEY,
  family_id uuid NOT NULL REFERENCES family ON DELETE CASCADE,
  -- Whose device it becomes; null for an adult.
  child_id uuid,
  made_by uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  -- The browser that asks; its match number stands on both screens.
  pending_hash bytea UNIQUE,
  device text,
  match text,
  email text,
  let_in_at timestamptz,
  CHECK (num_nulls(pending_hash, device, match) IN (0, 3)),
  CHECK (let_in_at IS NULL OR pending_hash IS NOT NULL)
);

CREATE INDEX joining_of_family ON joining (family_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON joining TO satling_app;
