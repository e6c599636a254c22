-- Payments to addresses that were handed out. One row for each output, for ever: it is booked at
-- most once at a time. Its state follows from height, dropped and the answer (children/rules.ts).

CREATE TABLE wallet_deposit (
  family_id uuid NOT NULL REFERENCES family,
  deposit_id uuid NOT NULL,
  txid text NOT NULL,
  vout integer NOT NULL CHECK (vout >= 0),
  script_hash text NOT NULL,
  address text NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats > 0),
  -- The block it stands in; empty while it waits.
  height integer,
  dropped boolean NOT NULL DEFAULT false,
  -- Whose address it is; an answer may name another child.
  child_id uuid,
  answer text CHECK (answer IN ('child', 'nobody')),
  answered_by uuid CHECK ((answered_by IS NULL) = (answer IS NULL)),
  answered_at timestamptz,
  entry_id uuid,
  seen_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  PRIMARY KEY (family_id, deposit_id)
);

CREATE UNIQUE INDEX wallet_deposit_output ON wallet_deposit (family_id, txid, vout);

ALTER TABLE wallet_deposit ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON wallet_deposit USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE ON wallet_deposit TO satling_app;

-- How sure it is that an entry was paid: a confirmed transaction or a preimage proves it, a wallet's
-- own record states it, or a person said so. Empty in older events, whose source says it.
ALTER TABLE payment_event ADD COLUMN proof text CHECK (proof IN ('proven', 'stated', 'person'));
