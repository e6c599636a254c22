-- How far each source was asked: the block at which its families' wallets were looked up last, and,
-- while a round is under way, the family it has come to. A source that failed is left alone for a
-- while. Named `operator`, or by the id of the family whose own source it is.
CREATE TABLE chain_tip (
  source text PRIMARY KEY,
  block_id text NOT NULL,
  reached uuid,
  retry_at timestamptz
);
