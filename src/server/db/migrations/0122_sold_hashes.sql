-- Payment hashes of the invoices that the operator has handed out. One payment pays one thing, in
-- whatever family: a wallet that names an invoice twice has made one invoice.
CREATE TABLE sold_hash (
  payment_hash text NOT NULL,
  PRIMARY KEY (payment_hash)
);

GRANT SELECT, INSERT ON sold_hash TO satling_app;

INSERT INTO sold_hash SELECT DISTINCT payment_hash FROM subscription_invoice;
