/**
 * The rows of first screens that this instance has read, each for the session that asked, to be
 * used again while they are what the book says: the database is asked for that every time, and only
 * a session's own rows are ever found for it. What the clock makes of the rows is worked out anew.
 */
import { answeredAfter } from '#features/approvals/rules.ts';
import type { SessionHint } from '#server/http/actor.ts';
import type { Asker, DashboardRow } from './store.ts';

/** Nothing stays in memory for longer without a look at it, were it only that the family has left. */
const KEPT_MS = 3 * 86_400_000;

type Kept = { readonly row: DashboardRow; readonly size: number; readAt: Date; seenAt: Date };

export type Memory = {
  find(hint: SessionHint, now: Date): DashboardRow | undefined;
  /** `size` in characters of the reply: the rows take a few times as many bytes. */
  keep(hint: SessionHint, row: DashboardRow, size: number, now: Date): void;
  forget(hint: SessionHint): void;
};

/** @param room characters of replies, all together; whoever looked longest ago makes room. */
export function screenMemory(room: number): Memory {
  const known = new Map<string, Kept>(); // the last seen stands last
  let taken = 0;
  const drop = (key: string) => {
    taken -= known.get(key)?.size ?? 0;
    known.delete(key);
  };
  const put = (key: string, kept: Kept) => {
    drop(key);
    known.set(key, kept);
    taken += kept.size;
  };
  const makeRoom = (now: Date) => {
    for (const [key, { seenAt }] of known) {
      if (taken <= room && now.getTime() - seenAt.getTime() <= KEPT_MS) return;
      drop(key);
    }
  };
  return {
    find: (hint, now) => {
      makeRoom(now);
      const kept = known.get(keyOf(hint));
      if (!kept || kept.readAt > now) return undefined;
      put(keyOf(hint), { ...kept, seenAt: now });
      return kept.row;
    },
    keep: (hint, row, size, now) => {
      put(keyOf(hint), { row, size, readAt: now, seenAt: now });
      makeRoom(now);
    },
    forget: (hint) => drop(keyOf(hint)),
  };
}

const keyOf = ({ familyId, tokenHash }: SessionHint) =>
  `${familyId} ${Buffer.from(tokenHash).toString('base64')}`;

/** True when the book would give these rows again, but for when the session was last used. */
export function isTrue(
  row: DashboardRow,
  { isInvited, lastSeenAt: _, ...asker }: Asker & { isInvited: boolean },
  now: Date,
): boolean {
  const same = Object.entries(asker).every(([key, value]) => row[key as keyof Asker] === value);
  if (!same || isInvited || row.invitations.length > 0) return false;
  if (row.nextLapse && row.nextLapse <= now) return false;
  const listedAfter = answeredAfter(now);
  return row.answeredRequests.every(({ decidedAt }) => decidedAt && decidedAt > listedAfter);
}
