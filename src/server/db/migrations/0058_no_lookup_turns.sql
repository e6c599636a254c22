-- A look at the chain that finds nothing new writes nothing, so these times are no longer kept here
-- (docs/decisions/0063-a-look-writes-only-news.md).
ALTER TABLE wallet DROP COLUMN asked_at;

ALTER TABLE wallet DROP COLUMN ask_failure;
