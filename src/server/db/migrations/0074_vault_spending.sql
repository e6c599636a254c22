-- What is known of the spending connection inside the payload: an id that another connection does
-- not have, its provider's name, and the relays over which a parent's browser reaches the wallet
-- (features/lightning/relay-pipe.ts dials no others).
ALTER TABLE vault
  ADD COLUMN spending_id uuid,
  ADD COLUMN spending_provider text,
  ADD COLUMN spending_relays text[],
  ADD CONSTRAINT whole_spending
    CHECK (num_nulls(spending_id, spending_provider, spending_relays) IN (0, 3)),
  ADD CONSTRAINT spending_in_payload CHECK (spending_id IS NULL OR encrypted_data IS NOT NULL);
