-- What was written lately: the ceiling of an adult is looked up with each call that moves money.
CREATE INDEX entry_recorded ON entry (family_id, recorded_at);
