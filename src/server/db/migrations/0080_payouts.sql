-- Pay days that pay: what happens to a child's allowance after it is booked, and each payment of it.

-- Without a row the allowance is only booked. address is the one that a parent said yes to: another
-- one is not paid before the next yes.
CREATE TABLE payout_plan (
  family_id uuid NOT NULL REFERENCES family,
  child_id uuid NOT NULL,
  plan text NOT NULL CHECK (plan IN ('lightning', 'vault')),
  address text,
  agreed_by uuid NOT NULL,
  agreed_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, child_id),
  CONSTRAINT address_to_pay CHECK ((address IS NOT NULL) = (plan = 'lightning'))
);

ALTER TABLE payout_plan ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON payout_plan USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON payout_plan TO satling_app;

-- One row for each allowance that was booked under such a plan; entry_id is that entry, of which
-- there is one for each child and week. amount_sats is what went into savings. A payout over
-- Lightning holds it until it is paid; paid_entry_id then moves it from savings to spending. What
-- is collected for the vault stays in savings. kept: a parent leaves it in savings after all;
-- undone: the allowance was taken back.
CREATE TABLE payout (
  family_id uuid NOT NULL REFERENCES family,
  entry_id uuid NOT NULL,
  child_id uuid NOT NULL,
  plan text NOT NULL CHECK (plan IN ('lightning', 'vault')),
  due_date date NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats > 0),
  state text NOT NULL CHECK (state IN ('due', 'checking', 'owed', 'paid', 'kept', 'undone')),
  failure text,
  tries integer NOT NULL DEFAULT 0,
  hold_id uuid,
  payment_id uuid,
  paid_entry_id uuid,
  proof text CHECK (proof IN ('proven', 'stated', 'person')),
  txid text,
  -- Who said yes to paying it, and to which Lightning address.
  agreed_by uuid NOT NULL,
  address text,
  settled_by uuid,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- When the server tries next; empty where it waits for a person or for a wallet's answer.
  look_at timestamptz,
  PRIMARY KEY (family_id, entry_id),
  CONSTRAINT held_while_open CHECK ((hold_id IS NOT NULL) = (plan = 'lightning' AND state IN ('due', 'checking', 'owed'))),
  CONSTRAINT booked_when_paid CHECK ((paid_entry_id IS NOT NULL) = (plan = 'lightning' AND state = 'paid')),
  CONSTRAINT address_to_pay CHECK ((address IS NOT NULL) = (plan = 'lightning')),
  CONSTRAINT ended_when_over CHECK ((ended_at IS NULL) = (state IN ('due', 'checking', 'owed')))
);

CREATE INDEX payout_due ON payout (look_at) WHERE look_at IS NOT NULL;

CREATE INDEX payout_of_child ON payout (family_id, child_id, created_at DESC);

ALTER TABLE payout ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON payout USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON payout TO satling_app;

-- The allowance that a payment pays out: it then moves savings to spending, and its hold is the
-- payout's.
ALTER TABLE lightning_payment ADD COLUMN pays_entry uuid;

-- No second one before the first surely failed.
CREATE UNIQUE INDEX lightning_payment_payout ON lightning_payment (family_id, pays_entry) WHERE pays_entry IS NOT NULL AND state IN ('checking', 'paid');
