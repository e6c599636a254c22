/** Statements about all families, by purpose (as in docs/scale.md). */

export type Kind = {
  readonly what: string;
  /** How to spread it if families are on several machines. */
  readonly spread: string;
  /** The beginnings of its statements. */
  readonly statements: readonly string[];
};

export const ABOUT_ALL: readonly Kind[] = [
  {
    what: 'Which families have work due',
    spread: 'asked on every shard; the work itself names its families',
    statements: [
      'SELECT DISTINCT family_id FROM unsealed',
      'SELECT DISTINCT time_zone FROM family',
      'SELECT f.family_id FROM family f JOIN unnest($1::text[], $2::date[]) AS z (zone, today)',
      'SELECT DISTINCT f.family_id, f.time_zone AS zone FROM push_subscription p',
      "SELECT DISTINCT family_id FROM request WHERE state = 'pending'",
      'SELECT w.family_id, s.kind FROM ( SELECT family_id FROM wallet UNION',
      'SELECT family_id FROM lightning_settings WHERE email_reminders',
      'SELECT w.family_id FROM wallet w CROSS JOIN LATERAL',
      'SELECT DISTINCT u.family_id FROM users u WHERE u.family_id > $1',
      'WITH growing AS ( SELECT c.family_id, c.child_id',
      'SELECT family_id FROM family_deletion WHERE due_at <= $1',
      'SELECT family_id, child_id FROM book_closing WHERE due_at <= $1',
      'SELECT family_id, referrer_id FROM referral WHERE credited_at IS NULL',
      'SELECT family_id FROM family ORDER BY family_id',
    ],
  },
  {
    what: 'Taking what is due, so that no other server does',
    spread: 'every shard gives out its own rows, in a statement of its own',
    statements: [
      'UPDATE wallet_scan SET look_at = $1 WHERE family_id IN ( SELECT',
      'UPDATE "payment" SET look_at = $1 WHERE (family_id, "payment_id") IN ( SELECT',
      'UPDATE "payout" SET look_at = $1 WHERE (family_id, "entry_id") IN ( SELECT',
      'UPDATE "lightning_connection" SET look_at = $1 WHERE (family_id, "purpose") IN ( SELECT',
      'UPDATE payment SET look_at = $1 WHERE (family_id, payment_id) IN ( SELECT',
    ],
  },
  {
    what: 'Removing what is over',
    spread: 'on every shard by itself, or in the directory',
    statements: [
      "UPDATE request SET reason = '', denial_reason = NULL",
      "UPDATE payment SET description = ''",
      'DELETE FROM idempotency WHERE created_at < $1',
      'DELETE FROM kept_copy WHERE ends_at <= $1',
      'DELETE FROM earlier_address WHERE watched_until <= $1',
      'WITH gone AS ( DELETE FROM message WHERE created_at < $1',
      'DELETE FROM market_rate m WHERE m.read_at < $1',
      'DELETE FROM magic_link WHERE expires_at <= $1',
      'DELETE FROM session WHERE last_seen_at <= $1 OR created_at <= $2',
      'DELETE FROM device WHERE last_used_at <= $1',
      'DELETE FROM joining WHERE expires_at < $1',
      'DELETE FROM email_change WHERE expires_at <= $1',
      'DELETE FROM referred_person WHERE noted_at < $1',
      'DELETE FROM rate_limit WHERE expire < $1',
    ],
  },
  {
    what: 'Figures for the operator',
    spread: 'added up over every shard',
    statements: [
      'SELECT (SELECT count(*)::integer FROM users) AS users',
      'SELECT count(*)::integer AS count, count(retry_at)::integer AS failing',
      'SELECT count(*)::integer AS count, count(*) FILTER (WHERE state IN (',
      'SELECT EXISTS (SELECT FROM wallet) OR EXISTS (SELECT FROM vault)',
      'SELECT count(DISTINCT user_id)::integer AS count FROM passkey',
      'SELECT DISTINCT substr(r.key, length(c.name) + 2) AS network FROM rate_limit r',
      'DELETE FROM rate_limit r USING unnest($1::text[]) AS n (name)',
      'SELECT slug, views FROM blog_view',
    ],
  },
  {
    what: 'Looking through a directory for want of a key',
    spread: 'one directory; each holds rows of a day at most, but for the devices of everybody',
    statements: [
      'DELETE FROM magic_link WHERE pending_hash = $1 OR token_hash IN ( SELECT',
      'SELECT count(*) FILTER (WHERE email = $1)::integer AS to_address',
      'DELETE FROM device WHERE user_id = $1',
    ],
  },
  {
    what: 'About one family; PostgreSQL reads a small table whole and looks there',
    spread: 'one shard',
    statements: [
      'SELECT coalesce(stop.seal_no - 1, newest.seal_no) AS last',
      'WITH notice AS ( SELECT * FROM unnest(',
    ],
  },
];
