-- A third answer to a deposit: it pays what the book promises already, so nothing is booked.

ALTER TABLE wallet_deposit DROP CONSTRAINT wallet_deposit_answer_check;

ALTER TABLE wallet_deposit ADD CONSTRAINT wallet_deposit_answer_check CHECK (answer IN ('child', 'nobody', 'promised'));
