-- Nobody holds more than there will ever be; it also keeps every sum far from the end of bigint.
ALTER TABLE account ADD CONSTRAINT not_above_all CHECK (balance_sats <= 2100000000000000);
