-- Coverage counts both rails: savings and goals against the wallet on the chain, spending money
-- against the balance of the wallet that pays over Lightning.
ALTER TABLE coverage_point ADD COLUMN rail text NOT NULL DEFAULT 'chain' CHECK (rail IN ('chain',
  'lightning'));

ALTER TABLE coverage_point DROP CONSTRAINT coverage_point_pkey;

ALTER TABLE coverage_point ADD PRIMARY KEY (family_id, rail, at);

-- Since when the connection that pays holds less than the spending money that is held in it.
ALTER TABLE lightning_connection ADD COLUMN short_since timestamptz;
