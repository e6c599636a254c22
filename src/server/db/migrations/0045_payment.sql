-- Bitcoin that an adult sends for a child from the family's own wallet. The amount is held until a
-- transaction that pays exactly it is in a block; known_txids had the address before, and pay
-- nothing of this.
CREATE TABLE payment (
  family_id uuid NOT NULL REFERENCES family,
  payment_id uuid NOT NULL,
  child_id uuid NOT NULL,
  to_address text NOT NULL,
  script_hash text NOT NULL,
  amount_sats bigint NOT NULL CHECK (amount_sats > 0),
  state text NOT NULL CHECK (state IN ('waiting', 'seen', 'confirmed', 'cancelled')),
  notice text,
  known_txids text[],
  txid text,
  vout integer CHECK ((vout IS NULL) = (txid IS NULL)),
  hold_id uuid,
  entry_id uuid,
  made_by uuid NOT NULL,
  created_at timestamptz NOT NULL,
  seen_at timestamptz,
  confirmed_at timestamptz,
  PRIMARY KEY (family_id, payment_id),
  CONSTRAINT held_or_booked CHECK (hold_id IS NULL OR entry_id IS NULL)
);

-- An output pays one request.
CREATE UNIQUE INDEX payment_output ON payment (family_id, txid, vout) WHERE txid IS NOT NULL;

ALTER TABLE payment ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON payment USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE ON payment TO satling_app;
