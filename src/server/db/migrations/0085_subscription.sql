-- The subscription: invoices of the operator's wallet, and the months that they added.

CREATE TABLE subscription_invoice (
  family_id uuid NOT NULL REFERENCES family,
  payment_hash text NOT NULL,
  invoice text NOT NULL,
  description text NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats > 0),
  months integer NOT NULL CHECK (months IN (1, 12)),
  -- As typed; what it is worth is decided when the invoice is paid.
  referral_code text,
  -- The wallet that made it: only that one can say that it does not know it.
  wallet_id text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'paid', 'expired')),
  proof text CHECK (proof IN ('proven', 'stated')),
  made_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  paid_at timestamptz,
  -- When the wallet is asked next; empty once nothing more is to be learnt.
  look_at timestamptz,
  PRIMARY KEY (family_id, payment_hash),
  CONSTRAINT paid_with_time CHECK ((paid_at IS NOT NULL) = (state = 'paid'))
);

CREATE INDEX subscription_invoice_due ON subscription_invoice (look_at) WHERE look_at IS NOT NULL;

ALTER TABLE subscription_invoice ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON subscription_invoice USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE ON subscription_invoice TO satling_app;

-- Months that were added, append-only. The newest expires_at is the subscription's.
CREATE TABLE subscription_credit (
  family_id uuid NOT NULL REFERENCES family,
  credit_id uuid NOT NULL,
  -- A paid invoice, the free month for having been invited, or the one for a friend who paid.
  source text NOT NULL CHECK (source IN ('invoice', 'invited', 'friend')),
  payment_hash text,
  months integer NOT NULL CHECK (months > 0),
  amount_sats bigint NOT NULL CHECK (amount_sats >= 0),
  credited_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (family_id, credit_id),
  CONSTRAINT invoice_named CHECK ((payment_hash IS NOT NULL) = (source = 'invoice'))
);

CREATE UNIQUE INDEX subscription_credit_hash ON subscription_credit (family_id, payment_hash);

ALTER TABLE subscription_credit ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON subscription_credit USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT ON subscription_credit TO satling_app;
