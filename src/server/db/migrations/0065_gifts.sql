-- Gifts: what people outside the family pay to a child's Lightning address on this server.

-- The name before the @, found before the family is known. Without a row the address is off.
CREATE TABLE gift_address (
  name text NOT NULL,
  family_id uuid NOT NULL REFERENCES family,
  child_id uuid NOT NULL,
  made_by uuid NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (name)
);

CREATE UNIQUE INDEX gift_address_child ON gift_address (family_id, child_id);

GRANT SELECT, INSERT, DELETE ON gift_address TO satling_app;

-- One row for each invoice. It is `open` until it was paid, then it waits for a parent's answer; one
-- that is never paid is removed. Nothing is in the book before the answer.
CREATE TABLE gift (
  family_id uuid NOT NULL REFERENCES family,
  gift_id uuid NOT NULL,
  child_id uuid NOT NULL,
  payment_hash text NOT NULL,
  invoice text NOT NULL,
  verify_url text,
  amount_sats bigint NOT NULL CHECK (amount_sats > 0),
  -- The payer's own words: for the parents, and for the child only after a yes.
  comment text NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'waiting', 'booked', 'kept_out')),
  proof text CHECK (proof IN ('proven', 'stated')),
  preimage text,
  -- What a parent has said it is for.
  purpose text CHECK (purpose IN ('savings', 'spending', 'goal')),
  goal_id uuid,
  entry_id uuid,
  answered_by uuid,
  answered_at timestamptz,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  arrived_at timestamptz,
  -- The connection that made the invoice: only its wallet can say that it does not know it.
  connection_id uuid NOT NULL,
  -- When the wallet is asked next; empty once the money is there.
  look_at timestamptz,
  PRIMARY KEY (family_id, gift_id),
  CONSTRAINT booked_when_answered CHECK ((entry_id IS NOT NULL) = (state = 'booked')),
  CONSTRAINT arrived_unless_open CHECK ((arrived_at IS NULL) = (state = 'open'))
);

CREATE UNIQUE INDEX gift_payment_hash ON gift (family_id, payment_hash);

-- The watcher asks for what is due in all families.
CREATE INDEX gift_due ON gift (look_at) WHERE look_at IS NOT NULL;

CREATE INDEX gift_shown ON gift (family_id, arrived_at DESC) WHERE arrived_at IS NOT NULL;

ALTER TABLE gift ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON gift USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON gift TO satling_app;
