-- Files of wallets. These tables survive the pruning of entries: what was imported once is known for
-- ever. So they name entries and do not refer to them.

CREATE TABLE wallet_import (
  family_id uuid NOT NULL REFERENCES family,
  import_id uuid NOT NULL,
  child_id uuid NOT NULL,
  wallet text NOT NULL,
  format text NOT NULL,
  filename text NOT NULL,
  imported integer NOT NULL,
  skipped integer NOT NULL,
  matched integer NOT NULL,
  history integer NOT NULL,
  opening_sats bigint NOT NULL,
  made_by uuid NOT NULL,
  made_at timestamptz NOT NULL,
  undone_by uuid,
  undone_at timestamptz,
  PRIMARY KEY (family_id, import_id)
);

CREATE INDEX wallet_import_of_child ON wallet_import (family_id, child_id, made_at DESC);

-- One row of a file, without its words. `counts`: part of the running sum of the wallet.
CREATE TABLE wallet_row (
  family_id uuid NOT NULL,
  wallet text NOT NULL,
  fingerprint uuid NOT NULL,
  child_id uuid NOT NULL,
  ordinal integer NOT NULL,
  import_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('posted', 'matched', 'history')),
  counts boolean NOT NULL,
  occurred_at timestamptz NOT NULL,
  source_id text,
  effect_sats bigint NOT NULL,
  amount_msat bigint NOT NULL,
  fee_msat bigint NOT NULL,
  entry_id uuid CHECK ((entry_id IS NULL) = (kind = 'history')),
  PRIMARY KEY (family_id, wallet, fingerprint, child_id, ordinal)
);

-- What was booked so far as the opening amount of a wallet, and by which entries.
CREATE TABLE wallet_opening (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  wallet text NOT NULL,
  booked_sats bigint NOT NULL,
  entry_ids uuid[] NOT NULL,
  PRIMARY KEY (family_id, child_id, wallet)
);

-- What pruning keeps of entries for later files: spending that no row stands for yet, and when
-- spending was last corrected.
CREATE TABLE kept_spending (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  child_id uuid NOT NULL,
  occurred_at timestamptz NOT NULL,
  amount_sats bigint NOT NULL,
  PRIMARY KEY (family_id, entry_id)
);

CREATE TABLE kept_correction (
  family_id uuid NOT NULL,
  child_id uuid NOT NULL,
  corrected_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, child_id)
);

ALTER TABLE wallet_import ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON wallet_import USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE wallet_row ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON wallet_row USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE wallet_opening ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON wallet_opening USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE kept_spending ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON kept_spending USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE kept_correction ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON kept_correction USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE ON wallet_import, wallet_opening TO satling_app;

GRANT SELECT, INSERT, DELETE ON wallet_row TO satling_app;

GRANT SELECT ON kept_spending, kept_correction TO satling_app;
