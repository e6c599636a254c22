-- People may type amounts in their family's own money; what is booked stays whole sats.
ALTER TABLE users DROP CONSTRAINT users_amount_unit_check,
  ADD CONSTRAINT users_amount_unit_check CHECK (amount_unit IN ('sats', 'btc', 'own'));

ALTER TABLE child DROP CONSTRAINT child_amount_unit_check,
  ADD CONSTRAINT child_amount_unit_check CHECK (amount_unit IN ('sats', 'btc', 'own'));
