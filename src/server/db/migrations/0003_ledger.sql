-- The ledger: double entry, whole satoshis, append-only.

-- The outside account is the contra of all the others and keeps no balance of its own.
CREATE TABLE account (
  family_id uuid NOT NULL REFERENCES family,
  account_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('outside', 'savings', 'spending', 'goal')),
  child_id uuid,
  balance_sats bigint CHECK ((balance_sats IS NULL) = (kind = 'outside')),
  held_sats bigint NOT NULL DEFAULT 0 CHECK (held_sats >= 0),
  PRIMARY KEY (family_id, account_id),
  CONSTRAINT not_overdrawn CHECK (balance_sats >= held_sats)
);

CREATE UNIQUE INDEX account_of_child ON account (family_id, child_id, kind) WHERE kind IN ('savings', 'spending');

CREATE UNIQUE INDEX account_outside ON account (family_id, kind) WHERE kind = 'outside';

CREATE TABLE entry (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  type text NOT NULL,
  child_id uuid,
  amount_sats bigint NOT NULL,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  made_by uuid NOT NULL,
  reverses uuid,
  text_hash bytea,
  PRIMARY KEY (family_id, entry_id)
);

CREATE INDEX entry_recent ON entry (family_id, occurred_at DESC, entry_id DESC);

CREATE INDEX entry_of_child ON entry (family_id, child_id, occurred_at DESC, entry_id DESC);

CREATE UNIQUE INDEX entry_reversed_once ON entry (family_id, reverses) WHERE reverses IS NOT NULL;

-- The words of an entry stand apart, so that they can be erased while the entry stays.
CREATE TABLE entry_text (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  salt bytea NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (family_id, entry_id)
);

CREATE TABLE posting (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  account_id uuid NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats <> 0),
  PRIMARY KEY (family_id, entry_id, account_id)
);

CREATE INDEX posting_of_account ON posting (family_id, account_id, entry_id);

CREATE TABLE hold (
  family_id uuid NOT NULL,
  hold_id uuid NOT NULL,
  account_id uuid NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats > 0),
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  entry_id uuid,
  PRIMARY KEY (family_id, hold_id),
  FOREIGN KEY (family_id, account_id) REFERENCES account
);

CREATE INDEX hold_open ON hold (family_id, account_id) WHERE ended_at IS NULL;

-- Committed entries that the sealer has not yet put into the chain.
CREATE TABLE unsealed (
  family_id uuid NOT NULL,
  entry_id uuid NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, entry_id)
);

CREATE TABLE seal (
  family_id uuid NOT NULL,
  seal_no bigint NOT NULL,
  entry_id uuid NOT NULL,
  mac bytea NOT NULL,
  PRIMARY KEY (family_id, seal_no)
);

CREATE UNIQUE INDEX seal_of_entry ON seal (family_id, entry_id);

-- What a state-changing call answered, so that a repeated one books nothing again.
CREATE TABLE idempotency (
  family_id uuid NOT NULL,
  user_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  reply text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, user_id, route, key)
);
