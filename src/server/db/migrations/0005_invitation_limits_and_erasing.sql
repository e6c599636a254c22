-- Invitations are counted by the hour, answered ones too.

CREATE INDEX invitation_sent ON invitation (sent_at);

-- Kept replies name children: who removes a child removes those too.

GRANT DELETE ON idempotency TO satling_app;
