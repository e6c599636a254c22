-- kind 'vault': the wallet's key is in the family's vault (0073), and nothing of it is in
-- sealed_secret. Known here are the addresses that a parent's browser has prepared.
ALTER TABLE wallet DROP CONSTRAINT wallet_kind_check;

ALTER TABLE wallet ADD CONSTRAINT wallet_kind_check CHECK (kind IN ('address', 'key', 'vault'));
