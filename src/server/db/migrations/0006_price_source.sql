-- What the operator's price source says, for all families together. A level is a row of readings of
-- one source, each within half to twice of the one before; a reading outside all of them begins a
-- new one, which has its number. rate_no counts up; of a level, the highest counts.
CREATE TABLE market_rate (
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  level_no bigint NOT NULL,
  rate_no bigint NOT NULL CHECK (rate_no >= level_no),
  source text NOT NULL,
  -- In the smallest unit of the currency: cents, or yen.
  minor_per_btc bigint NOT NULL CHECK (minor_per_btc > 0),
  read_at timestamptz NOT NULL,
  PRIMARY KEY (currency, level_no, rate_no)
);

GRANT SELECT ON market_rate TO satling_app;

-- When the source was last asked about a currency, and why it gave no price.
CREATE TABLE market_look (
  currency text PRIMARY KEY,
  asked_at timestamptz NOT NULL,
  problem text CHECK (problem IN ('silent', 'refused', 'bad_answer'))
);

GRANT SELECT ON market_look TO satling_app;

-- A family may choose the source. It counts from the press with which an adult takes a level; until
-- then there is no price in that row, and the one before it counts.
ALTER TABLE family_rate ADD COLUMN from_source boolean NOT NULL DEFAULT false;

ALTER TABLE family_rate ADD COLUMN level_no bigint;

ALTER TABLE family_rate DROP CONSTRAINT family_rate_check;

ALTER TABLE family_rate ADD CONSTRAINT family_rate_check CHECK (CASE WHEN from_source
  THEN currency IS NOT NULL AND (level_no IS NULL) = (minor_per_btc IS NULL)
  ELSE level_no IS NULL AND (currency IS NULL) = (minor_per_btc IS NULL) END);

-- The worker looks for currencies of all families.
CREATE INDEX family_rate_source ON family_rate (currency, level_no) WHERE from_source;
