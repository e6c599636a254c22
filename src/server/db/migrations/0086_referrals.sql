-- Referrals: who invited whom. A code is found before its family is known.

CREATE TABLE referral_code (
  code text NOT NULL,
  family_id uuid NOT NULL REFERENCES family,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (code)
);

CREATE UNIQUE INDEX referral_code_family ON referral_code (family_id);

GRANT SELECT, INSERT ON referral_code TO satling_app;

-- family_id was invited by referrer_id and has paid. credited_at is empty until the referrer has
-- its free month, or has had as many as a year gives.
CREATE TABLE referral (
  family_id uuid NOT NULL REFERENCES family,
  referrer_id uuid NOT NULL REFERENCES family ON DELETE CASCADE,
  paid_at timestamptz NOT NULL,
  credited_at timestamptz,
  PRIMARY KEY (family_id)
);

CREATE INDEX referral_referrer ON referral (referrer_id);

GRANT SELECT, INSERT, UPDATE ON referral TO satling_app;

-- People who took part in a referral, by a keyed hash of their address. It outlives their family,
-- so that nobody deletes a family and is invited again.
CREATE TABLE referred_person (
  mac text NOT NULL,
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (mac)
);

GRANT SELECT, INSERT, DELETE ON referred_person TO satling_app;
