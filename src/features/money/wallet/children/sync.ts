/**
 * Looks up the children's addresses while one of their screens is open, or on request: at most
 * every few seconds per family, however many screens are open. One look-up therefore covers the
 * other children as well, and the family's open sends.
 */
import type { Database } from '#server/db/database.ts';
import type { Tx } from '#server/db/sql.ts';
import {
  type Differences,
  differences,
  failureOf,
  lookUp,
  requireSameNetwork,
} from '../scan/lookup.ts';
import { type OpenContext, openWallet } from '../scan/scan.ts';
import { openSends } from '../sending/store.ts';
import { hasChanged, lookUpSends, type SeenSend } from '../sending/watch.ts';
import { addressesToSync } from '../watched/addresses.ts';
import type { LookupFailure } from '../watched/contract.ts';
import { isOneAddress } from '../watched/store.ts';
import { SYNC_EVERY_S } from './contract.ts';

type Context = OpenContext & { readonly db: Pick<Database, 'readFamily'> };

export type Asked = {
  familyId: string;
  childId: string;
  /** False if the family's last look-up is too recent: `failure` is its result. */
  isTurn: boolean;
  failure: Standing;
};

/** Changes on the chain, and the family's sends as seen there. */
export type Seen = Differences & {
  familyId: string;
  walletId: string;
  sends: readonly SeenSend[];
};

/** The look-up, or why there was none; `failure` is null if the last one is recent enough. */
export type Looked = Seen | { failure: Standing };

/** How the family's last look-up ended; null if it succeeded. */
type Standing = LookupFailure | 'checking' | null;

/** When each family was last looked up here, and the result. */
export type Turns = {
  /** `checking`: another look-up is still running. */
  take(familyId: string, now: Date): { isTurn: boolean; failure: Standing };
  /** Everyone who asks before the next turn gets this result. */
  noteEnd(familyId: string, failure: LookupFailure | null, now: Date): void;
  /** Time of the last successful look-up. */
  checkedAt(familyId: string): Date | undefined;
};

/** Families that are remembered; a forgotten one is just looked up sooner. */
const REMEMBERED = 1_000;

export function newTurns(): Turns {
  type Turn = { at: number; failure: Standing; checkedAt: Date | undefined };
  const last = new Map<string, Turn>();
  return {
    take: (familyId, now) => {
      const before = last.get(familyId);
      if (before && now.getTime() - before.at < SYNC_EVERY_S * 1_000)
        return { isTurn: false, failure: before.failure };
      last.delete(familyId);
      const checkedAt = before?.checkedAt;
      last.set(familyId, { at: now.getTime(), failure: 'checking', checkedAt });
      const [oldest] = last.keys();
      if (last.size > REMEMBERED) last.delete(oldest as string);
      return { isTurn: true, failure: null };
    },
    noteEnd: (familyId, failure, now) => {
      const turn = last.get(familyId);
      if (!turn) return;
      turn.failure = failure;
      if (failure === null) turn.checkedAt = now;
    },
    checkedAt: (familyId) => last.get(familyId)?.checkedAt,
  };
}

export async function lookUpChildren(
  context: Context,
  { familyId, childId, isTurn, failure }: Asked,
): Promise<Looked> {
  if (!isTurn) return { failure };
  const opened = await context.db.readFamily(familyId, async (tx) => {
    const found = await openWallet(context, tx, familyId);
    if (!found) return undefined;
    const own = await addressesToSync(tx, familyId, childId);
    return { ...found, own, open: await openSends(tx, familyId) };
  });
  if (!opened) return { failure: 'NO_SOURCE' };
  const { source, row, known, paid, own, open } = opened;
  // A single address is shared by all children.
  const places = isOneAddress(row) ? [...known.values()] : own;
  try {
    if (places.length + open.length > 0) await requireSameNetwork(source, row);
    const found = await differences(source, await lookUp(source, places, known), { known, paid });
    const sends = await lookUpSends(source, open);
    return { ...found, familyId, walletId: row.walletId, sends };
  } catch (error) {
    return { failure: failureOf(error) };
  } finally {
    source.close();
  }
}

/** True if there is something to write. */
export async function hasNews(tx: Tx, { familyId, changed, sends }: Seen): Promise<boolean> {
  if (changed.length > 0) return true;
  for (const seen of sends) if (await hasChanged(tx, familyId, seen)) return true;
  return false;
}
