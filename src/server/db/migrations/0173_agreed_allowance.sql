-- An allowance agreed in a currency: agreed_minor a week in its smallest unit, and amount_sats the most
-- that is booked. Without agreed_currency, amount_sats is the allowance itself.
ALTER TABLE allowance_plan
  ADD COLUMN agreed_currency text CHECK (agreed_currency ~ '^[A-Z]{3}$'),
  ADD COLUMN agreed_minor bigint CHECK (agreed_minor BETWEEN 1 AND 10000000000),
  ADD CHECK ((agreed_currency IS NULL) = (agreed_minor IS NULL)),
  ADD CHECK (agreed_currency IS NULL OR amount_sats > 0);

-- The agreement behind a week, and the price at which it was settled.
ALTER TABLE allowance_occurrence
  ADD COLUMN agreed_currency text,
  ADD COLUMN agreed_minor bigint,
  ADD COLUMN minor_per_btc bigint,
  ADD CHECK ((agreed_currency IS NULL) = (agreed_minor IS NULL)),
  ADD CHECK ((agreed_currency IS NULL) = (minor_per_btc IS NULL));
