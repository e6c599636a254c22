-- The family's Lightning wallet: what connects to it, addresses, invoices and payments.

ALTER TABLE sealed_secret DROP CONSTRAINT sealed_secret_purpose_check;

ALTER TABLE sealed_secret ADD CONSTRAINT sealed_secret_purpose_check CHECK (purpose IN ('wallet', 'chain-source', 'lightning-receive', 'lightning-spend'));

-- What was seen of each connection last; its secret is in sealed_secret. A new connection is a new
-- connection_id. balance_sats is empty where the wallet does not tell; budget_sats, where nothing
-- limits what the connection spends and a parent said "I know".
CREATE TABLE lightning_connection (
  family_id uuid NOT NULL REFERENCES family,
  purpose text NOT NULL CHECK (purpose IN ('receive', 'spend')),
  connection_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('nwc', 'alby_hub', 'phoenixd', 'address')),
  provider text NOT NULL,
  state text NOT NULL CHECK (state IN ('connected', 'silent', 'refused', 'can_pay')),
  balance_sats bigint,
  budget_sats bigint,
  checked_at timestamptz NOT NULL,
  look_at timestamptz NOT NULL,
  connected_by uuid NOT NULL,
  connected_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, purpose)
);

CREATE INDEX lightning_connection_due ON lightning_connection (family_id, look_at);

ALTER TABLE lightning_connection ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON lightning_connection USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON lightning_connection TO satling_app;

CREATE TABLE lightning_settings (
  family_id uuid NOT NULL REFERENCES family,
  parent_address text,
  sync_frequency text NOT NULL DEFAULT 'weekly' CHECK (sync_frequency IN ('daily', 'every3days', 'weekly', 'manual')),
  email_reminders boolean NOT NULL DEFAULT false,
  spending_alerts boolean NOT NULL DEFAULT false,
  reminded_at timestamptz NOT NULL,
  PRIMARY KEY (family_id)
);

ALTER TABLE lightning_settings ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON lightning_settings USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE ON lightning_settings TO satling_app;

-- pay_limit_sats is what a child may pay within a day without asking, fees included: zero at first.
CREATE TABLE lightning_child (
  family_id uuid NOT NULL REFERENCES family,
  child_id uuid NOT NULL,
  address text,
  pay_limit_sats bigint NOT NULL DEFAULT 0 CHECK (pay_limit_sats >= 0),
  PRIMARY KEY (family_id, child_id)
);

ALTER TABLE lightning_child ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON lightning_child USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON lightning_child TO satling_app;

-- Invoices for children. The payment hash is the row's name, so each is booked once.
CREATE TABLE lightning_invoice (
  family_id uuid NOT NULL REFERENCES family,
  payment_hash text NOT NULL,
  child_id uuid NOT NULL,
  invoice text NOT NULL,
  verify_url text,
  description text NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats > 0),
  state text NOT NULL CHECK (state IN ('open', 'paid', 'expired')),
  proof text CHECK (proof IN ('proven', 'stated')),
  entry_id uuid,
  made_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  paid_at timestamptz,
  -- When the wallet is asked next; empty once nothing more is to be learnt.
  look_at timestamptz,
  PRIMARY KEY (family_id, payment_hash)
);

CREATE INDEX lightning_invoice_due ON lightning_invoice (family_id, look_at) WHERE look_at IS NOT NULL;

CREATE INDEX lightning_invoice_of_child ON lightning_invoice (family_id, child_id, created_at DESC);

ALTER TABLE lightning_invoice ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON lightning_invoice USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON lightning_invoice TO satling_app;

-- Payments. The amount and the fee limit are held while it is asked for or checked. sent_at is
-- written before the wallet is told to pay: what has it is never sent again. fee_sats is empty
-- where the wallet does not tell. connection_id is the connection that was told to pay.
CREATE TABLE lightning_payment (
  family_id uuid NOT NULL REFERENCES family,
  payment_id uuid NOT NULL,
  child_id uuid NOT NULL,
  payment_hash text NOT NULL,
  invoice text NOT NULL,
  payee text NOT NULL,
  description text NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats > 0),
  fee_limit_sats bigint NOT NULL CHECK (fee_limit_sats >= 0),
  state text NOT NULL CHECK (state IN ('asked', 'checking', 'paid', 'failed', 'declined')),
  failure text,
  fee_sats bigint,
  preimage text,
  proof text CHECK (proof IN ('proven', 'stated', 'person')),
  provider text,
  hold_id uuid,
  entry_id uuid,
  by_child boolean NOT NULL,
  made_by uuid NOT NULL,
  decided_by uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  sent_at timestamptz,
  connection_id uuid,
  ended_at timestamptz,
  look_at timestamptz,
  PRIMARY KEY (family_id, payment_id),
  CONSTRAINT held_while_open CHECK ((hold_id IS NOT NULL) = (state IN ('asked', 'checking'))),
  CONSTRAINT booked_when_paid CHECK ((entry_id IS NOT NULL) = (state = 'paid'))
);

-- An invoice is paid once.
CREATE UNIQUE INDEX lightning_payment_hash ON lightning_payment (family_id, payment_hash) WHERE state IN ('asked', 'checking', 'paid');

CREATE INDEX lightning_payment_due ON lightning_payment (family_id, look_at) WHERE look_at IS NOT NULL;

CREATE INDEX lightning_payment_of_child ON lightning_payment (family_id, child_id, created_at DESC);

ALTER TABLE lightning_payment ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON lightning_payment USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON lightning_payment TO satling_app;
