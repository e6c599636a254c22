-- What the operator has set on a page; the environment wins over it. Secrets are sealed boxes.
CREATE TABLE server_setting (
  name text PRIMARY KEY,
  value text NOT NULL,
  set_by uuid REFERENCES users ON DELETE SET NULL,
  set_at timestamptz NOT NULL
);

-- A server with families keeps the network that it runs on, and stays open to everybody.
INSERT INTO server_setting (name, value, set_at)
SELECT name, value, now() FROM (VALUES ('BITCOIN_NETWORK', 'testnet'), ('SIGNUPS', 'open')) AS usual (name, value)
WHERE EXISTS (SELECT FROM family);

-- The operator's invitation to open a family of one's own.
ALTER TABLE invitation DROP CONSTRAINT invitation_role_check;

ALTER TABLE invitation ADD CONSTRAINT invitation_role_check CHECK (role IN ('parent', 'spouse', 'child'));
