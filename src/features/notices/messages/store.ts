/** SQL for messages, and the notifications about changes. */

import type postgres from 'postgres';
import { mailTime } from '#core/quiet-hours.ts';
import { DAY, MINUTE } from '#core/time.ts';
import type { PushKind } from '#features/notices/push/contract.ts';
import { queuePushes } from '#features/notices/push/store.ts';
import { type Letters, mailTo, type Recipient } from '#server/adapters/mail/mail.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import type { Actor } from '#server/http/actor.ts';
import { newId } from '#server/ids.ts';
import type { Queue } from '#server/queue.ts';
import { type AccountNews, MESSAGES_SHOWN, type Message, type MessageKind } from './contract.ts';

type Fragment = postgres.PendingQuery<postgres.Row[]>;

export type Notice = {
  familyId: string;
  /** The parent and the spouse, the child (with or without its own sign-in), or one person. */
  to: 'adults' | 'child' | { userId: string };
  /** The acting person is not notified. */
  except?: string | undefined;
  kind: MessageKind;
  /** The child concerned; with `to: 'child'` also the recipient. */
  childId?: string | undefined;
  data?: Readonly<Record<string, string>> | undefined;
  /** With `request_opened`: requests just answered, which no longer hold back a mail. */
  answered?: readonly string[] | undefined;
  /** Also mailed to each recipient in their language. Fixed texts only: no names, no user input. */
  mail?: Letters | undefined;
};

/** All mails are also messages, because most home servers send no mail. */
export const accountNews = (what: AccountNews, data: Notice['data'] = {}) =>
  ({ kind: 'account_news', data: { what, ...data } }) as const;

type SentMessage = Recipient & {
  familyId: string;
  userId: string;
  messageId: string;
  role: 'parent' | 'spouse' | 'child';
  zone: string;
  waitsAlready: boolean;
};

/** The push for each kind; other kinds show only in the book. */
const PUSH_OF: Partial<Record<MessageKind, PushKind>> = {
  request_opened: 'waits',
  buy_asked: 'waits',
  request_approved: 'answered',
  request_denied: 'answered',
  payment_declined: 'answered',
  money_moved: 'money',
  money_changed: 'money',
  book_closed: 'money',
  joined: 'people',
  account_news: 'people',
};

/**
 * Writes any number of notices for everyone concerned, in one family or many, and queues their
 * mails and pushes, with one statement each. A person gets one mail per wording, a device one push
 * per kind. A child's wait at night. Requests made in quick succession share one mail.
 */
export async function notify(
  jobs: Queue,
  tx: Tx,
  notices: readonly Notice[],
  now: Date,
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => ({ ...notice, messageId: newId(now.getTime()) }));
  const sent = await tx<SentMessage[]>`
    WITH notice AS (
      SELECT * FROM unnest(
        ${rows.map((r) => r.familyId)}::uuid[], ${rows.map((r) => r.messageId)}::uuid[],
        ${rows.map((r) => (typeof r.to === 'string' ? r.to : 'user'))}::text[],
        ${rows.map((r) => (typeof r.to === 'string' ? null : r.to.userId)) as string[]}::uuid[],
        ${rows.map((r) => r.except ?? null) as string[]}::uuid[],
        ${rows.map((r) => r.kind)}::text[],
          ${rows.map((r) => r.childId ?? null) as string[]}::uuid[],
        ${rows.map((r) => JSON.stringify(r.data ?? {}))}::text[]
      ) AS n (family_id, message_id, audience, user_id, except_id, kind, child_id, data)
    ), sent AS (
      INSERT INTO message (family_id, user_id, message_id, kind, child_id, data, created_at,
        message_no)
      SELECT a.*, ${now}, coalesce((SELECT max(m.message_no) FROM message m
          WHERE m.family_id = a.family_id AND m.user_id = a.user_id), 0)
        + row_number() OVER (PARTITION BY a.family_id, a.user_id ORDER BY a.message_id)
      FROM (
      SELECT n.family_id, u.user_id, n.message_id, n.kind, n.child_id, n.data::jsonb
      FROM notice n JOIN users u ON u.family_id = n.family_id
        AND u.user_id IS DISTINCT FROM n.except_id
        AND CASE n.audience WHEN 'adults' THEN u.role IN ('parent', 'spouse')
          WHEN 'child' THEN u.child_id = n.child_id ELSE u.user_id = n.user_id END
      UNION ALL
      -- A child without a sign-in reads on a tablet that is handed over: under its own id.
      SELECT n.family_id, n.child_id, n.message_id, n.kind, n.child_id, n.data::jsonb
      FROM notice n WHERE n.audience = 'child' AND n.child_id IS NOT NULL AND NOT EXISTS (
        SELECT FROM users u WHERE u.family_id = n.family_id AND u.child_id = n.child_id)
      ) a
      RETURNING family_id, user_id, message_id, kind
    )
    SELECT t.family_id, t.user_id, t.message_id, u.email, u.language, u.role, f.time_zone AS zone,
      ${waitsAlready(tx, notices, now)} AS waits_already
    FROM sent t JOIN users u ON u.user_id = t.user_id JOIN family f ON f.family_id = t.family_id
    ORDER BY t.message_id, u.email`;
  const letters = new Map(rows.map(({ messageId, mail }) => [messageId, mail]));
  const mails = new Map(
    sent.flatMap(({ messageId, role, zone, waitsAlready, ...recipient }) => {
      const letter = letters.get(messageId);
      if (!letter || waitsAlready) return [];
      const timed = { mail: mailTo(recipient, letter), notBefore: mailTime(role, now, zone) };
      return [[JSON.stringify(timed.mail), timed] as const];
    }),
  );
  await jobs.mails([...mails.values()], tx);
  const about = new Map(rows.map(({ messageId, ...row }) => [messageId, row]));
  const pushes = sent.flatMap(({ familyId, userId, messageId }) => {
    const row = about.get(messageId);
    const kind = row && PUSH_OF[row.kind];
    return kind ? [{ familyId, userId, kind, copyId: row.data?.copyId }] : [];
  });
  await queuePushes(jobs, tx, pushes, now);
}

const IN_A_ROW_MS = 15 * MINUTE;

/** Requests made since then form a series with one made now. */
export const inARowSince = (now: Date) => new Date(now.getTime() - IN_A_ROW_MS);

/**
 * For the message `t`: true if its reader was just notified of another request that is still unread
 * and unanswered. The statement that writes the message doesn't see it yet.
 */
const waitsAlready = (sql: Sql, notices: readonly Notice[], now: Date) => sql`
  t.kind = 'request_opened' AND EXISTS (
    SELECT FROM message m
    WHERE m.family_id = t.family_id AND m.user_id = t.user_id AND m.kind = t.kind
      AND m.created_at > ${inARowSince(now)} AND m.read_at IS NULL
      AND m.data->>'requestId' <> ALL(${notices.flatMap((one) => one.answered ?? [])}::text[]))`;

type MessageRow = {
  messageId: string;
  kind: MessageKind;
  childId: string | null;
  childName: string | null;
  data: Record<string, string>;
  createdAt: Date;
  readAt: Date | null;
  state: Message['state'];
};

export type Reader = Pick<Actor, 'familyId' | 'userId' | 'childId' | 'handedOver'>;

/**
 * On a handed-over tablet the child reads, not the adult who owns the session. A child also reads
 * messages sent to its own id before it had a sign-in.
 */
const toReader = (sql: Sql, { familyId, userId, childId, handedOver }: Reader) =>
  handedOver
    ? sql`m.family_id = ${familyId} AND (m.user_id = ${childId} OR m.user_id = (
        SELECT u.user_id FROM users u
        WHERE u.family_id = ${familyId} AND u.child_id = ${childId}))`
    : sql`m.family_id = ${familyId} AND m.user_id IN (${userId}, ${childId ?? userId})`;

/**
 * SQL from higher features, for the message `m`: its child's name, and the state of the request
 * whose id is in its facts.
 */
export type About = {
  readonly childName: (sql: Sql) => Fragment;
  readonly requestState: (sql: Sql) => Fragment;
};

/** To one person, newest first. */
export const latestMessages = (tx: Tx, reader: Reader, about: About) => tx<MessageRow[]>`
  SELECT m.message_id, m.kind, m.child_id, m.data, m.created_at, m.read_at,
    (${about.childName(tx)}) AS child_name, (${about.requestState(tx)}) AS state
  FROM message m
  WHERE ${toReader(tx, reader)}
  ORDER BY m.message_no DESC, m.message_id DESC LIMIT ${MESSAGES_SHOWN}`;

/** True if a family member has a message of this kind with this fact. */
export async function hasMessage(
  tx: Tx,
  familyId: string,
  kind: MessageKind,
  fact: string,
  value: string,
): Promise<boolean> {
  const found = await tx`
    SELECT FROM message
    WHERE family_id = ${familyId} AND kind = ${kind} AND data->>${fact} = ${value} LIMIT 1`;
  return found.length > 0;
}

/** The same as SQL, for a row with its family and value as SQL too. */
export const messageExists = (
  sql: Sql,
  about: { familyId: Fragment; kind: MessageKind; fact: string; value: Fragment },
) => sql`EXISTS (SELECT FROM message m
  WHERE m.family_id = ${about.familyId} AND m.kind = ${about.kind}
    AND m.data->>${about.fact} = ${about.value})`;

export async function countUnread(tx: Tx, reader: Reader): Promise<number> {
  const [row] = await tx<{ unread: number }[]>`
    SELECT count(*)::integer AS unread FROM message m
    WHERE ${toReader(tx, reader)} AND m.read_at IS NULL`;
  return row?.unread ?? 0;
}

export const asMessage = (row: MessageRow): Message => ({
  id: row.messageId,
  kind: row.kind,
  childId: row.childId,
  childName: row.childName,
  data: row.data,
  createdAt: row.createdAt.toISOString(),
  read: row.readAt !== null,
  state: row.state,
});

/** Marks this message and all older ones; false if the person has no such message. */
export async function markRead(tx: Tx, reader: Reader, upTo: string, now: Date): Promise<boolean> {
  const [found] = await tx<{ messageNo: bigint }[]>`
    SELECT m.message_no FROM message m WHERE ${toReader(tx, reader)} AND m.message_id = ${upTo}`;
  if (!found) return false;
  await tx`
    UPDATE message m SET read_at = ${now}
    WHERE ${toReader(tx, reader)} AND m.message_no <= ${found.messageNo} AND m.read_at IS NULL`;
  return true;
}

/** Removes a person's messages when they leave the family or lose the sign-in. */
export const forgetMessagesTo = (tx: Tx, familyId: string, userId: string) => tx`
  DELETE FROM message WHERE family_id = ${familyId} AND user_id = ${userId}`;

export const eraseMessagesAbout = (tx: Tx, familyId: string, childId: string) => tx`
  DELETE FROM message WHERE family_id = ${familyId} AND child_id = ${childId}`;

const KEPT_MS = 90 * DAY;

/** Messages are news, not records: after 90 days they expire, and are no longer unread. */
export const sweepMessages = (tx: Tx, now: Date) => tx`
  WITH gone AS (
    DELETE FROM message WHERE created_at < ${new Date(now.getTime() - KEPT_MS)}
    RETURNING family_id, read_at
  )
  UPDATE family SET revision = gen_random_uuid()
  WHERE family_id IN (SELECT family_id FROM gone WHERE read_at IS NULL)`;
