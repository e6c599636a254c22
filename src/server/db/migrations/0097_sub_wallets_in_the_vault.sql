-- A sub-wallet whose secret key is in the family's vault. Here are its public key and the connection
-- without the secret, with which nobody can spend; both are empty where the server has it all.

ALTER TABLE sub_wallet ADD COLUMN public_key text CHECK (public_key ~ '^[0-9a-f]{64}$');

ALTER TABLE sub_wallet ADD COLUMN wallet_url text CHECK (length(wallet_url) BETWEEN 1 AND 2000);

ALTER TABLE sub_wallet ADD CONSTRAINT in_vault CHECK ((public_key IS NULL) = (wallet_url IS NULL));
