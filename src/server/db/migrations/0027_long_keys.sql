-- A key names an address of up to 254 characters, beside the limit and the network.
ALTER TABLE rate_limit ALTER COLUMN key TYPE text;
