-- The watcher asks for what is due in all families, so its indexes go by time.

DROP INDEX lightning_payment_due;

CREATE INDEX lightning_payment_due ON lightning_payment (look_at) WHERE look_at IS NOT NULL;

DROP INDEX lightning_invoice_due;

CREATE INDEX lightning_invoice_due ON lightning_invoice (look_at) WHERE look_at IS NOT NULL;

DROP INDEX lightning_connection_due;

CREATE INDEX lightning_connection_due ON lightning_connection (look_at);
