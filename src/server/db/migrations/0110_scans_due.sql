-- When a scan is to be run, or run again after it was lost with its server; empty once it has ended.
ALTER TABLE wallet_scan ADD COLUMN look_at timestamptz;

CREATE INDEX wallet_scan_due ON wallet_scan (look_at) WHERE look_at IS NOT NULL;

UPDATE wallet_scan SET look_at = started_at WHERE state IN ('waiting', 'running');
