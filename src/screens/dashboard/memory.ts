/**
 * The first screens that this instance has read, each for the session that asked, to be used again
 * while they are what the book says: the database is asked for that every time, and only a
 * session's own screen is ever found for it.
 */

import type { CivilDate } from '#core/calendar.ts';
import { answeredAfter } from '#features/approvals/rules.ts';
import type { SessionHint } from '#server/http/actor.ts';
import type { Asker, DashboardRow } from './store.ts';

/** Nothing stays in memory for longer without a look at it: the family may have left. */
const KEPT_MS = 3 * 86_400_000;

export type Screen = {
  readonly row: DashboardRow;
  /** What was made of the rows on this day of the family's calendar: all that time changes. */
  readonly today: CivilDate;
  readonly text: string;
};

type Kept = { readonly screen: Screen; readonly readAt: Date; readonly seenAt: Date };

export type Memory = {
  find(hint: SessionHint, now: Date): Screen | undefined;
  keep(hint: SessionHint, screen: Screen, now: Date): void;
  forget(hint: SessionHint): void;
};

/**
 * @param room characters of replies, all together (the rows take a few times as many bytes);
 * whoever looked longest ago makes room.
 */
export function screenMemory(room: number): Memory {
  const known = new Map<string, Kept>(); // the last seen stands last
  let taken = 0;
  const drop = (key: string) => {
    taken -= known.get(key)?.screen.text.length ?? 0;
    known.delete(key);
  };
  const put = (key: string, kept: Kept) => {
    drop(key);
    known.set(key, kept);
    taken += kept.screen.text.length;
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
      return kept.screen;
    },
    keep: (hint, screen, now) => {
      put(keyOf(hint), { screen, readAt: now, seenAt: now });
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
