-- Parents and child are told once that a pay day could not be paid out, however often it is tried.
ALTER TABLE payout ADD COLUMN owed_told boolean NOT NULL DEFAULT false;
