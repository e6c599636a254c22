-- Lower ceilings that a raise has replaced: each counts for another 72 hours (decision 94).
ALTER TABLE family ADD COLUMN ceiling_before jsonb NOT NULL DEFAULT '[]';
