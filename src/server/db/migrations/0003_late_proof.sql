-- What counted as failed and was paid after all is booked. Where its money is gone, or the pay day
-- was ended in another way, it keeps its failure until a parent says whether it leaves the book;
-- `nobody` then bears it.
UPDATE payment SET failure = NULL
WHERE purpose IN ('spend', 'payout', 'transfer') AND state = 'paid' AND entry_id IS NOT NULL;

ALTER TABLE payment DROP CONSTRAINT booked_when_paid;

ALTER TABLE payment ADD CONSTRAINT booked_when_paid CHECK (purpose NOT IN ('spend', 'payout',
  'transfer') OR (entry_id IS NOT NULL) = (state = 'paid' AND failure IS NULL AND answer IS DISTINCT
  FROM 'nobody'));

DROP INDEX payment_attempt;

-- A pay day and a transfer are paid by one attempt at a time. One that proves late to have been
-- paid too stands beside it.
CREATE UNIQUE INDEX payment_attempt ON payment (family_id, pays) WHERE purpose IN ('payout',
  'transfer') AND (state = 'open' OR state = 'paid' AND failure IS NULL AND answer IS NULL);
