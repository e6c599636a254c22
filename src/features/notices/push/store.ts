/** SQL for devices with push messages, and for queueing pushes. */
import type { Language } from '#core/language.ts';
import { mailTime } from '#core/quiet-hours.ts';
import { list } from '#server/db/columns.ts';
import type { Pool, Sql, Tx } from '#server/db/sql.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Queue, TimedPush } from '#server/queue.ts';
import type { PushKind } from './contract.ts';

export type Subscription = { endpoint: string; p256dh: string; auth: string };

export async function isSubscribed(
  tx: Tx,
  { familyId, sessionId }: Pick<Actor, 'familyId' | 'sessionId'>,
): Promise<boolean> {
  const found = await tx`
    SELECT FROM push_subscription WHERE family_id = ${familyId} AND session_id = ${sessionId}`;
  return found.length > 0;
}

/** One per signed-in browser; a newer one replaces it. */
export const subscribe = (
  tx: Tx,
  { familyId, sessionId, userId }: Actor,
  { endpoint, p256dh, auth }: Subscription,
  now: Date,
) => tx`
  INSERT INTO push_subscription (family_id, session_id, user_id, endpoint, p256dh, auth, created_at)
  VALUES (${familyId}, ${sessionId}, ${userId}, ${endpoint}, ${p256dh}, ${auth}, ${now})
  ON CONFLICT (family_id, session_id) DO UPDATE
  SET user_id = ${userId}, endpoint = ${endpoint}, p256dh = ${p256dh}, auth = ${auth}`;

export const unsubscribe = (sql: Sql, familyId: string, sessionId: string) => sql`
  DELETE FROM push_subscription WHERE family_id = ${familyId} AND session_id = ${sessionId}`;

export type Device = {
  familyId: string;
  sessionId: string;
  role: 'parent' | 'spouse' | 'child';
  zone: string;
};

/** A notice's recipients, as in messages. */
export type PushNotice = {
  familyId: string;
  userId: string;
  kind: PushKind;
  /** The change, if it can be undone. */
  copyId?: string | undefined;
};

/** Queues one push for each device of these people; a child's waits at night. */
export async function queuePushes(
  jobs: Queue,
  tx: Tx,
  notices: readonly PushNotice[],
  now: Date,
): Promise<void> {
  if (notices.length === 0) return;
  const devices = await tx<(Device & { kind: PushKind; copyId: string | null })[]>`
    SELECT DISTINCT p.family_id, p.session_id, u.role, f.time_zone AS zone, n.kind, n.copy_id
    FROM unnest(${notices.map((one) => one.familyId)}::uuid[],
      ${notices.map((one) => one.userId)}::uuid[],
      ${notices.map((one) => one.kind)}::text[],
      ${list(notices, (one) => one.copyId ?? null)}::text[]
    ) AS n (family_id, user_id, kind, copy_id)
    JOIN push_subscription p ON p.family_id = n.family_id AND p.user_id = n.user_id
    JOIN users u ON u.user_id = p.user_id AND u.family_id = p.family_id
    JOIN family f ON f.family_id = p.family_id`;
  await jobs.pushes(
    devices.map((one) => timedPush(one, { kind: one.kind, copyId: one.copyId }, now)),
    tx,
  );
}

/** To one device; a child's waits at night. */
export const timedPush = (
  { familyId, sessionId, role, zone }: Device,
  { kind, copyId }: { kind: PushKind; copyId?: string | null },
  now: Date,
): TimedPush => ({
  push: { familyId, sessionId, kind, ...(copyId && { copyId }) },
  notBefore: mailTime(role, now, zone),
});

export type Target = Subscription & Pick<Device, 'role' | 'zone'> & { language: Language | null };

/** A queued push's device, if it is still its reader's: signed in, not handed over. */
export async function findTarget(
  owner: Pool,
  { familyId, sessionId }: { familyId: string; sessionId: string },
  { seenAfter, madeAfter }: { seenAfter: Date; madeAfter: Date },
): Promise<Target | undefined> {
  const [target] = await owner<Target[]>`
    SELECT p.endpoint, p.p256dh, p.auth, u.role, u.language, f.time_zone AS zone
    FROM push_subscription p
    JOIN session s ON s.session_id = p.session_id AND s.user_id = p.user_id
    JOIN users u ON u.user_id = p.user_id AND u.family_id = p.family_id
    JOIN family f ON f.family_id = p.family_id
    WHERE p.family_id = ${familyId} AND p.session_id = ${sessionId} AND s.handed_to IS NULL
      AND s.last_seen_at > ${seenAfter} AND s.created_at > ${madeAfter}`;
  return target;
}
