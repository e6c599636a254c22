-- In which session something was changed or taken back: each has a number of its own (decision 94).
ALTER TABLE kept_copy ADD COLUMN session_id uuid;
