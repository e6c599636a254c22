/**
 * Contents of a reply that the family's revision doesn't cover: time, and other families. Part of
 * every ETag (server/http/etag.ts).
 */
import { ANSWERED_DAYS } from '#features/book/approvals/contract.ts';
import { pricesRead } from '#features/people/rates/store.ts';
import type { Sql } from '#server/db/sql.ts';

/** `next_lapse`: when an open invitation expires, or an answer drops off the list. */
export const lapses = (sql: Sql, now: Date) => sql`
  least(
    (SELECT min(i.expires_at) FROM invitation i WHERE i.family_id = f.family_id
      AND i.answer IS NULL AND i.expires_at > ${now}),
    (SELECT min(r.decided_at + make_interval(days => ${ANSWERED_DAYS})) FROM request r
      WHERE r.family_id = f.family_id AND r.state <> 'pending'
        AND r.decided_at > ${now}::timestamptz - make_interval(days => ${ANSWERED_DAYS}))
  ) AS next_lapse,
  EXISTS (SELECT FROM invitation i WHERE ${toMe(sql, now)}) AS is_invited,
  ${pricesRead(sql, sql`f.family_id`, now)} AS prices_read`;

/** Other families' invitations to the caller. */
export const toMe = (sql: Sql, now: Date) => sql`
  i.email = me.email AND NOT me.handed_over AND i.answer IS NULL AND i.expires_at > ${now}
  AND i.family_id <> me.family_id`;
