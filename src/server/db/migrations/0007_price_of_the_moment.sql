-- Each entry keeps what a bitcoin cost when it was written, in the family's currency of then. It is
-- not under the seal, and no sum of sats uses it.
ALTER TABLE entry ADD COLUMN rate_currency text;

-- In the smallest unit of that currency: cents, or yen.
ALTER TABLE entry ADD COLUMN rate_minor_per_btc bigint CHECK (rate_minor_per_btc > 0);

ALTER TABLE entry ADD CONSTRAINT entry_rate CHECK ((rate_currency IS NULL) = (rate_minor_per_btc IS
  NULL));
