-- The addresses that are looked up, and the newest scan.

-- status stands for the history that was last seen: empty without one. The sums are sats in blocks,
-- and what the waiting transactions would change. With handed_out_at, payments to it are deposits to
-- ask about: for child_id, or, where the wallet is a single address, for nobody in particular.
CREATE TABLE wallet_address (
  family_id uuid NOT NULL,
  script_hash text NOT NULL,
  address text NOT NULL,
  script_type text,
  branch text NOT NULL CHECK (branch IN ('receive', 'change')),
  address_index integer NOT NULL CHECK (address_index >= 0),
  status text,
  confirmed_sats bigint NOT NULL DEFAULT 0,
  waiting_sats bigint NOT NULL DEFAULT 0,
  child_id uuid,
  handed_out_at timestamptz,
  PRIMARY KEY (family_id, script_hash),
  FOREIGN KEY (family_id) REFERENCES wallet ON DELETE CASCADE
);

CREATE INDEX wallet_address_of_child ON wallet_address (family_id, child_id, handed_out_at) WHERE child_id IS NOT NULL;

ALTER TABLE wallet_address ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON wallet_address USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON wallet_address TO satling_app;

CREATE TABLE wallet_scan (
  family_id uuid NOT NULL,
  scan_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'cancelled', 'failed')),
  checked integer NOT NULL DEFAULT 0,
  used integer NOT NULL DEFAULT 0,
  failure text,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  PRIMARY KEY (family_id),
  FOREIGN KEY (family_id) REFERENCES wallet ON DELETE CASCADE
);

ALTER TABLE wallet_scan ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON wallet_scan USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON wallet_scan TO satling_app;
