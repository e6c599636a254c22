-- A vault day: one transaction puts what was collected for several children into the family's
-- wallet, each amount to an address of the child's own.

-- The parts of one vault day. Nothing is held or booked: the sats are in savings already.
ALTER TABLE payment ADD COLUMN vault_day_id uuid;

ALTER TABLE payment ADD CONSTRAINT vault_day_posts_nothing CHECK (vault_day_id IS NULL OR (hold_id IS NULL AND entry_id IS NULL));

-- An address that only vault days pay: what arrives there is not asked about.
ALTER TABLE wallet_address ADD COLUMN for_vault boolean NOT NULL DEFAULT false;

-- Since when a parent waits for a vault day's fee to be under 2 % of the amount.
ALTER TABLE wallet ADD COLUMN fee_wait_since timestamptz;
