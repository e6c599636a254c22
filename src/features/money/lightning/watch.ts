/**
 * Asks wallets about everything due: incoming invoices, outcomes of payments, and the state of each
 * connection. A round reserves its rows, so several servers share the work. A family whose turn
 * hasn't ended is skipped in the next round, and families with a slow wallet wait only for each
 * other: a silent wallet delays no others.
 */

import type { Sql } from '#server/db/sql.ts';
import { newPlaces, type Place } from '#server/places.ts';
import { type Lease, newLease } from './connections/lease.ts';
import { type Due, takeTurn, WATCHED, type WatchContext, type Watched } from './family-turn.ts';

/** A round in progress: everything due is being checked. */
export type Round = { readonly done: Promise<unknown> };

/** Concurrent families; those whose wallet was slow last time share fewer places. */
const PLACES = { quick: 16, slow: 4 };
/** Rows of one kind per round. */
const MOST = 500;
/** A family that has waited longer is left to a later round, perhaps on another server. */
const WAIT_MS = 60_000;

/** @throws Error naming what failed, after everything else is done */
export async function watchLightning(context: WatchContext): Promise<void> {
  const failed: string[] = [];
  const round = lightningWatcher(context, (error) => failed.push(error.message));
  await (await round()).done;
  if (failed.length > 0) throw new Error(failed.join('; '));
}

/** @returns a function that starts a round without waiting for earlier ones */
export function lightningWatcher(
  context: WatchContext,
  onError: (error: Error) => void,
): () => Promise<Round> {
  const { db, clock } = context;
  const underWay = new Set<string>();
  const places = newPlaces(PLACES);
  const ask = async (due: Due, place: Place): Promise<void> => {
    if (clock().getTime() > due.lease.takenAt.getTime() + WAIT_MS) return;
    if (await takeTurn(context, due, place)) place.noteSlow();
  };
  return async () => {
    const lease = newLease(clock, onError);
    const found = await takeDue(db.owner, lease, [...underWay]);
    const kept = new Set(found.map(({ familyId }) => familyId));
    const end = lease.keep(db.owner, TABLES, kept);
    const asked = found.map(async (due) => {
      const { familyId } = due;
      underWay.add(familyId);
      await places.run(familyId, (place) => ask(due, place)).catch(onError);
      underWay.delete(familyId);
      kept.delete(familyId);
    });
    return { done: Promise.all(asked).finally(end) };
  };
}

async function takeDue(owner: Sql, lease: Lease, underWay: readonly string[]): Promise<Due[]> {
  const { takenAt: now } = lease;
  const found = new Map<string, Due>();
  for (const kind of KINDS) {
    const { table, key } = WATCHED[kind];
    const taken = await owner<{ familyId: string; key: string }[]>`
      UPDATE ${owner(table)} SET look_at = ${lease.until()}
      WHERE (family_id, ${owner(key)}) IN (${dueRows(owner, kind, now, underWay)})
      RETURNING family_id, ${owner(key)}::text AS key`;
    for (const { familyId, key: id } of taken) {
      const one = found.get(familyId) ?? { familyId, lease, rows: noRows() };
      found.set(familyId, one);
      one.rows[kind].push(id);
    }
  }
  return [...found.values()];
}

const noRows = (): Record<Watched, string[]> => ({
  ...{ outgoing: [], incoming: [], payout: [], connection: [] },
});

const KINDS = Object.keys(WATCHED) as Watched[];
const TABLES = [...new Set(KINDS.map((kind) => WATCHED[kind].table))];

/** Exported for the test that reads its plan. */
export const dueRows = (owner: Sql, kind: Watched, now: Date, underWay: readonly string[] = []) => {
  const { table, key, ...only } = WATCHED[kind];
  return owner`
  SELECT family_id, ${owner(key)} FROM ${owner(table)} WHERE look_at <= ${now}
  ${'direction' in only ? owner`AND direction = ${only.direction}` : owner``}
  ${underWay.length > 0 ? owner`AND family_id <> ALL(${[...underWay]})` : owner``}
  ORDER BY look_at LIMIT ${MOST} FOR UPDATE SKIP LOCKED`;
};
