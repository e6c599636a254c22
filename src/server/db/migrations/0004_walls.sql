-- Row-level security: a second wall. Every policy compares with the family that the transaction has
-- named; the role satling_app, which serves requests, sees and writes nothing else. The role is made
-- by migrate.ts, because roles belong to the whole server and not to one database.

ALTER TABLE family ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON family USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE child ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON child USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE allowance_plan ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON allowance_plan USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE allowance_pause ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON allowance_pause USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE allowance_occurrence ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON allowance_occurrence USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE account ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON account USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE entry ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON entry USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE entry_text ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON entry_text USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE posting ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON posting USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE hold ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON hold USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE unsealed ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON unsealed USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE seal ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON seal USING (family_id = current_setting('app.family_id')::uuid);

ALTER TABLE idempotency ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_family ON idempotency USING (family_id = current_setting('app.family_id')::uuid);

GRANT SELECT, INSERT, UPDATE, DELETE ON users, session, magic_link, device, invitation, rate_limit TO satling_app;

GRANT SELECT, INSERT, UPDATE ON family, child, allowance_plan, allowance_pause, allowance_occurrence, account, hold TO satling_app;

GRANT SELECT, INSERT ON entry, posting, unsealed, idempotency TO satling_app;

GRANT SELECT, INSERT, DELETE ON entry_text TO satling_app;

GRANT SELECT ON seal TO satling_app;
