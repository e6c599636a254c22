-- Where the payee's server tells whether its invoice was paid (LUD-21).
ALTER TABLE lightning_payment ADD COLUMN verify_url text;
