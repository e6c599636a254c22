-- The family's Bitcoin wallet, and who is asked about it.

-- What only SECRET_KEY opens: each box is bound to its family and purpose (server/secrets.ts).
CREATE TABLE sealed_secret (
  family_id uuid NOT NULL REFERENCES family,
  purpose text NOT NULL CHECK (purpose IN ('wallet', 'chain-source')),
  box text NOT NULL,
  PRIMARY KEY (family_id, purpose)
);

ALTER TABLE sealed_secret ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON sealed_secret USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON sealed_secret TO satling_app;

-- The public key or address itself is in sealed_secret. A new configuration is a new wallet_id, so
-- that what an older one's scan finds is not written. script_type is empty for an address, and for a
-- key until it is known. Child addresses get next_index, behind the family's lock.
CREATE TABLE wallet (
  family_id uuid NOT NULL REFERENCES family,
  wallet_id uuid NOT NULL,
  network text NOT NULL CHECK (network IN ('mainnet', 'testnet', 'signet', 'regtest')),
  kind text NOT NULL CHECK (kind IN ('address', 'key')),
  script_type text CHECK (script_type IN ('p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr')),
  next_index integer NOT NULL DEFAULT 1 CHECK (next_index > 0),
  checked_at timestamptz,
  configured_by uuid NOT NULL,
  configured_at timestamptz NOT NULL,
  PRIMARY KEY (family_id)
);

ALTER TABLE wallet ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON wallet USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON wallet TO satling_app;

-- What the family chose; without a row the operator's source counts, if there is one. The address of
-- the family's own source may hold a key: it is in sealed_secret.
CREATE TABLE chain_source (
  family_id uuid NOT NULL REFERENCES family,
  kind text NOT NULL CHECK (kind IN ('none', 'operator', 'esplora', 'electrum')),
  chosen_by uuid NOT NULL,
  chosen_at timestamptz NOT NULL,
  PRIMARY KEY (family_id)
);

ALTER TABLE chain_source ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON chain_source USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON chain_source TO satling_app;
