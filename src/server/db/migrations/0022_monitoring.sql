-- What the operator sees of the whole program: counts of ten minutes each, to which every instance
-- adds. No family stands in them. The slot 1970 holds what is older than a week, added up.

CREATE TABLE request_figure (
  slot timestamptz NOT NULL,
  route text NOT NULL,
  status smallint NOT NULL,
  latency_class smallint NOT NULL,
  count bigint NOT NULL,
  total_us bigint NOT NULL,
  PRIMARY KEY (slot, route, status, latency_class)
);

-- `detail` says which of a kind: the type of an error, the name of a limit. `subject` is the network
-- it came from, never a whole address, and for a reset the operator.
CREATE TABLE incident (
  slot timestamptz NOT NULL,
  kind text NOT NULL,
  detail text NOT NULL,
  subject text NOT NULL,
  count bigint NOT NULL,
  total_us bigint NOT NULL,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (slot, kind, detail, subject)
);

-- The newest crashes: the id that the reply and the log name, and where. No message, no parameter.
CREATE TABLE error_note (
  error_id uuid PRIMARY KEY,
  happened_at timestamptz NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  error text NOT NULL
);
