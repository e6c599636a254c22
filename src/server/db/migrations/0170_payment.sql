-- One table for money on the way (docs/decisions/0106-one-table-of-payments.md): what was
-- lightning_payment, payment (on the chain), lightning_invoice, gift, wallet_deposit and
-- subscription_invoice.

ALTER TABLE payment RENAME TO send_before;

ALTER INDEX payment_pkey RENAME TO send_before_pkey;

ALTER INDEX payment_output RENAME TO send_before_output;

-- One attempt to pay, or one arrival. It is asked for, is open while it may move, and ends; an
-- arrival that had expired is still paid when proof comes late.
CREATE TABLE payment (
  family_id uuid NOT NULL REFERENCES family,
  payment_id uuid NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('spend', 'payout', 'transfer', 'send', 'vault_day', 'invoice', 'gift', 'deposit', 'subscription')),
  -- `operator`: paid to whoever runs the server. No sum of a family counts it.
  direction text NOT NULL GENERATED ALWAYS AS (CASE WHEN purpose IN ('invoice', 'gift', 'deposit') THEN 'in' WHEN purpose = 'subscription' THEN 'operator' ELSE 'out' END) STORED,
  child_id uuid,
  amount_sats bigint NOT NULL CHECK (amount_sats > 0),
  state text NOT NULL CHECK (state IN ('asked', 'open', 'paid', 'failed', 'declined', 'expired')),
  -- Why it failed, or why nobody knows; of a send, what the chain said last.
  failure text,
  fee_limit_sats bigint CHECK (fee_limit_sats >= 0),
  fee_sats bigint,
  proof text CHECK (proof IN ('proven', 'stated', 'person')),
  preimage text,
  -- Over Lightning.
  payment_hash text,
  invoice text,
  payee text,
  verify_url text,
  -- The connection that was told to pay, or that made the invoice; of a subscription, the operator's.
  connection_id text,
  provider text,
  -- A parent's browser talks to the wallet; and the session of the one that has taken it.
  by_browser boolean NOT NULL DEFAULT false,
  handed_to uuid,
  -- On the chain. `known_txids`: what paid the address before.
  address text,
  script_hash text,
  txid text,
  vout integer CHECK (vout >= 0),
  height integer,
  known_txids text[],
  -- The words of the invoice, or of whoever gives.
  description text NOT NULL DEFAULT '',
  -- What it pays: the entry of a pay day, the request of a transfer, the vault day.
  pays uuid,
  hold_id uuid,
  entry_id uuid,
  made_by uuid,
  by_child boolean NOT NULL DEFAULT false,
  -- Who said yes or no, and to whom an arrival belongs.
  decided_by uuid,
  decided_at timestamptz,
  answer text CHECK (answer IN ('savings', 'spending', 'goal', 'child', 'promised', 'nobody')),
  -- What a subscription buys.
  months integer CHECK (months IN (1, 12)),
  referral_code text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  sent_at timestamptz,
  seen_at timestamptz,
  ended_at timestamptz,
  -- When the wallet is asked next.
  look_at timestamptz,
  PRIMARY KEY (family_id, payment_id),
  CONSTRAINT lightning_or_chain CHECK (CASE WHEN purpose IN ('send', 'vault_day', 'deposit') THEN address IS NOT NULL AND script_hash IS NOT NULL AND payment_hash IS NULL ELSE payment_hash IS NOT NULL AND invoice IS NOT NULL AND expires_at IS NOT NULL AND txid IS NULL END),
  CONSTRAINT whole_output CHECK ((txid IS NULL) = (vout IS NULL)),
  CONSTRAINT of_a_child CHECK (child_id IS NOT NULL OR purpose IN ('deposit', 'subscription')),
  CONSTRAINT made_by_somebody CHECK (made_by IS NOT NULL OR purpose IN ('gift', 'deposit')),
  CONSTRAINT held_or_booked CHECK (hold_id IS NULL OR entry_id IS NULL),
  CONSTRAINT held_while_open CHECK (purpose NOT IN ('spend', 'payout', 'transfer') OR (hold_id IS NOT NULL) = (state IN ('asked', 'open'))),
  CONSTRAINT booked_when_paid CHECK (purpose NOT IN ('spend', 'payout', 'transfer') OR (entry_id IS NOT NULL) = (state = 'paid')),
  CONSTRAINT fee_of_what_is_paid CHECK (fee_limit_sats IS NOT NULL OR purpose NOT IN ('spend', 'payout', 'transfer')),
  CONSTRAINT names_what_it_pays CHECK ((pays IS NOT NULL) = (purpose IN ('payout', 'transfer', 'vault_day'))),
  CONSTRAINT vault_day_posts_nothing CHECK (purpose <> 'vault_day' OR hold_id IS NULL AND entry_id IS NULL),
  CONSTRAINT ended_when_arrived CHECK (purpose NOT IN ('invoice', 'gift', 'subscription') OR (ended_at IS NOT NULL) = (state = 'paid')),
  CONSTRAINT answered_by_somebody CHECK ((answer IS NULL) = (decided_by IS NULL) OR purpose NOT IN ('gift', 'deposit')),
  CONSTRAINT gift_booked_when_answered CHECK (purpose <> 'gift' OR (entry_id IS NOT NULL) = (coalesce(answer, 'nobody') <> 'nobody')),
  CONSTRAINT months_of_subscription CHECK ((months IS NOT NULL) = (purpose = 'subscription'))
);

INSERT INTO payment (family_id, payment_id, purpose, child_id, amount_sats, state, failure,
  fee_limit_sats, fee_sats, proof, preimage, payment_hash, invoice, payee, verify_url,
  connection_id, provider, by_browser, handed_to, description, pays, hold_id, entry_id, made_by,
  by_child, decided_by, created_at, expires_at, sent_at, ended_at, look_at)
SELECT family_id, payment_id,
  CASE WHEN pays_request IS NOT NULL THEN 'transfer' WHEN pays_entry IS NOT NULL THEN 'payout'
    ELSE 'spend' END,
  child_id, amount_sats, CASE state WHEN 'checking' THEN 'open' ELSE state END, failure,
  fee_limit_sats, fee_sats, proof, preimage, payment_hash, invoice, payee, verify_url,
  connection_id::text, provider, by_browser, handed_to, description,
  coalesce(pays_request, pays_entry), hold_id, entry_id, made_by, by_child, decided_by,
  created_at, expires_at, sent_at, ended_at, look_at
FROM lightning_payment;

INSERT INTO payment (family_id, payment_id, purpose, child_id, amount_sats, state, failure, proof,
  address, script_hash, txid, vout, known_txids, pays, hold_id, entry_id, made_by, created_at,
  seen_at, ended_at)
SELECT family_id, payment_id,
  CASE WHEN vault_day_id IS NULL THEN 'send' ELSE 'vault_day' END, child_id, amount_sats,
  CASE state WHEN 'confirmed' THEN 'paid' WHEN 'cancelled' THEN 'declined' ELSE 'open' END, notice,
  CASE state WHEN 'confirmed' THEN 'proven' END, to_address, script_hash, txid, vout, known_txids,
  vault_day_id, hold_id, entry_id, made_by, created_at, seen_at, confirmed_at
FROM send_before;

INSERT INTO payment (family_id, payment_id, purpose, child_id, amount_sats, state, proof, preimage,
  payment_hash, invoice, verify_url, connection_id, description, entry_id, decided_by, decided_at,
  answer, created_at, expires_at, ended_at, look_at)
SELECT family_id, gift_id, 'gift', child_id, amount_sats,
  CASE state WHEN 'open' THEN 'open' ELSE 'paid' END, proof, preimage, payment_hash, invoice,
  verify_url, connection_id::text, comment, entry_id, answered_by, answered_at,
  CASE state WHEN 'booked' THEN purpose WHEN 'kept_out' THEN 'nobody' END, created_at, expires_at,
  arrived_at, look_at
FROM gift;

-- A wallet that had handed one invoice out twice, to a giver and to a child: the gift stands.
INSERT INTO payment (family_id, payment_id, purpose, child_id, amount_sats, state, proof,
  payment_hash, invoice, verify_url, connection_id, by_browser, description, entry_id, made_by,
  created_at, expires_at, ended_at, look_at)
SELECT i.family_id, gen_random_uuid(), 'invoice', i.child_id, i.amount_sats,
  CASE WHEN g.gift_id IS NULL OR i.state = 'paid' THEN i.state ELSE 'declined' END, i.proof,
  i.payment_hash, i.invoice, i.verify_url, i.connection_id::text, i.by_browser, i.description,
  i.entry_id, i.made_by, i.created_at, i.expires_at, i.paid_at,
  CASE WHEN g.gift_id IS NULL THEN i.look_at END
FROM lightning_invoice i
LEFT JOIN gift g ON g.family_id = i.family_id AND g.payment_hash = i.payment_hash;

INSERT INTO payment (family_id, payment_id, purpose, child_id, amount_sats, state, failure, proof,
  address, script_hash, txid, vout, height, entry_id, decided_by, decided_at, answer, created_at,
  seen_at, ended_at)
SELECT family_id, deposit_id, 'deposit', child_id, amount_sats,
  CASE WHEN dropped THEN 'failed' WHEN height IS NULL THEN 'open' ELSE 'paid' END,
  CASE WHEN dropped THEN 'evicted' END,
  CASE WHEN height IS NOT NULL AND NOT dropped THEN 'proven' END, address, script_hash, txid, vout,
  height, entry_id, answered_by, answered_at, answer, seen_at, seen_at, confirmed_at
FROM wallet_deposit;

INSERT INTO payment (family_id, payment_id, purpose, amount_sats, state, proof, payment_hash,
  invoice, connection_id, description, months, referral_code, made_by, created_at, expires_at,
  ended_at, look_at)
SELECT family_id, gen_random_uuid(), 'subscription', amount_sats, state, proof, payment_hash,
  invoice, wallet_id, description, months, referral_code, made_by, created_at, expires_at, paid_at,
  look_at
FROM subscription_invoice;

-- One invoice is paid once, and one that arrives is one row; tried again where nothing was sent.
CREATE UNIQUE INDEX payment_hash ON payment (family_id, direction, payment_hash) WHERE payment_hash IS NOT NULL AND state NOT IN ('failed', 'declined');

CREATE UNIQUE INDEX payment_output ON payment (family_id, direction, txid, vout) WHERE txid IS NOT NULL;

-- A pay day and a transfer are paid by one attempt at a time.
CREATE UNIQUE INDEX payment_attempt ON payment (family_id, pays) WHERE purpose IN ('payout', 'transfer') AND state IN ('open', 'paid');

CREATE INDEX payment_by_hash ON payment (family_id, payment_hash) WHERE payment_hash IS NOT NULL;

CREATE INDEX payment_of_child ON payment (family_id, child_id, created_at DESC);

CREATE INDEX payment_of_family ON payment (family_id, purpose, state);

-- The watchers ask for what is due in all families.
CREATE INDEX payment_due ON payment (direction, look_at) WHERE look_at IS NOT NULL;

ALTER TABLE payment ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON payment USING (family_id = current_setting('app.family_id')::uuid);

-- Of what a request may delete, there is one kind: a gift's invoice that nobody has paid.
CREATE POLICY unpaid_gifts ON payment AS RESTRICTIVE FOR DELETE USING (purpose = 'gift' AND state = 'open');

GRANT SELECT, INSERT, UPDATE, DELETE ON payment TO satling_app;

DROP TABLE send_before;

DROP TABLE lightning_payment;

DROP TABLE lightning_invoice;

DROP TABLE gift;

DROP TABLE wallet_deposit;

DROP TABLE subscription_invoice;
