-- In which unit a person types amounts. A child's choice is kept with its book, so that it is the
-- same on a tablet that is handed over and where the child signs in itself.
ALTER TABLE users ADD COLUMN amount_unit text NOT NULL DEFAULT 'sats'
  CHECK (amount_unit IN ('sats', 'btc'));

ALTER TABLE child ADD COLUMN amount_unit text NOT NULL DEFAULT 'sats'
  CHECK (amount_unit IN ('sats', 'btc'));
