-- Payments of a family whose spending connection is in its vault: a parent's browser tells the
-- wallet to pay. handed_to is the session that took the payment, together with sent_at: from then
-- on nobody else may, and only what is learnt of it frees its hold.
ALTER TABLE lightning_payment
  ADD COLUMN by_browser boolean NOT NULL DEFAULT false,
  ADD COLUMN handed_to uuid;
