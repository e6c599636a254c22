-- What is kept of entries that were removed, and families that asked to be deleted.

-- The pruned part of a family's chain: it goes on from seal_no and seal_mac. `mac` covers the row
-- and its sums. One row per family; a later pruning folds the earlier one in.
CREATE TABLE checkpoint (
  family_id uuid NOT NULL REFERENCES family,
  seal_no bigint NOT NULL CHECK (seal_no > 0),
  seal_mac bytea NOT NULL,
  newest_at timestamptz NOT NULL,
  made_at timestamptz NOT NULL,
  mac bytea NOT NULL,
  PRIMARY KEY (family_id)
);

-- What the removed postings came to: balance = this + postings.
CREATE TABLE checkpoint_sum (
  family_id uuid NOT NULL,
  account_id uuid NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats <> 0),
  PRIMARY KEY (family_id, account_id),
  FOREIGN KEY (family_id, account_id) REFERENCES account
);

-- A family that will be erased. Taking it back removes the row.
CREATE TABLE family_deletion (
  family_id uuid NOT NULL REFERENCES family,
  asked_by uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (family_id)
);

ALTER TABLE checkpoint ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON checkpoint USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE checkpoint_sum ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON checkpoint_sum USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE family_deletion ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON family_deletion USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT ON checkpoint, checkpoint_sum TO satling_app;

GRANT SELECT, INSERT, DELETE ON family_deletion TO satling_app;
