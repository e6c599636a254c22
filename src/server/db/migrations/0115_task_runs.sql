-- Each task's newest run: its number, which its writes check, and when a run last came to its end
-- (src/server/task-runs.ts). By the database's clock, as instances may disagree about the time.
CREATE TABLE task_run (
  name text PRIMARY KEY,
  run_no bigint NOT NULL DEFAULT 0,
  done_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

GRANT SELECT ON task_run TO satling_app;
