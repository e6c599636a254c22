-- Invoices of a family whose only Lightning connection is in its vault: a parent's unlocked browser
-- makes them, and asks the wallet whether they were paid.
ALTER TABLE lightning_invoice ADD COLUMN by_browser boolean NOT NULL DEFAULT false;
