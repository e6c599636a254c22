-- What each night's backup came to (src/server/backup-runs.ts). No family stands in it.
CREATE TABLE backup_run (
  ran_at timestamptz PRIMARY KEY,
  -- Of the newest copy in the folder, whichever night it is of.
  copied_at timestamptz,
  bytes bigint,
  is_proven boolean NOT NULL,
  problem text CHECK (problem IN ('disk_full', 'not_written', 'may_not_create', 'no_room', 'not_proven'))
);

GRANT SELECT ON backup_run TO satling_app;
