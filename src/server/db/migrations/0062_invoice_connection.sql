-- The connection that made the invoice: only its wallet can say that it does not know it.
ALTER TABLE lightning_invoice ADD COLUMN connection_id uuid;
