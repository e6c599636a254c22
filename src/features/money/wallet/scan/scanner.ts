/**
 * Runs due scans. A round reserves them, so several servers share the work, and a family never has
 * two running, however often a scan is stopped and restarted. If a server dies, its scans are due
 * again after a while.
 *
 * A scan is started by a change that this server commits, so the round after a change checks at
 * once; otherwise, one round in four does.
 */
import type { Database } from '#server/db/database.ts';
import { newPlaces } from '#server/places.ts';
import { keepScans, putScanBack, takeScans } from '../watched/store.ts';
import { runScan, type ScanContext } from './scan.ts';

/** Concurrent scans; those of slow sources share fewer places. */
const PLACES = { quick: 16, slow: 4 };
/** Reserved scans are due again after this time, unless renewed. */
const LEASE_MS = 120_000;
const KEPT_EVERY_MS = 30_000;
/** Scans abandoned by another server are found within this many rounds. */
const QUIET_ROUNDS = 4;

export type ScannerContext = ScanContext & { readonly db: Pick<Database, 'onChange'> };

/** @returns a function that starts due scans without waiting for them */
export function newScanner(
  context: ScannerContext,
  onError: (error: Error) => void,
): () => Promise<void> {
  const { db, clock } = context;
  const places = newPlaces(PLACES);
  const underWay = new Set<string>();
  let kept = 0;
  let mayBeDue = true;
  let quietRounds = 0;
  db.onChange(() => {
    mayBeDue = true;
  });
  const lease = () => new Date(clock().getTime() + LEASE_MS);
  const keep = async (): Promise<void> => {
    if (underWay.size === 0 || performance.now() - kept < KEPT_EVERY_MS) return;
    kept = performance.now();
    await keepScans(db.owner, [...underWay], lease());
  };
  const run = async (due: { familyId: string; scanId: string }): Promise<void> => {
    const { familyId } = due;
    underWay.add(familyId);
    await places.run(familyId, (place) => runScan(context, due, place)).catch(onError);
    await putScanBack(db.owner, familyId, clock()).catch(onError);
    underWay.delete(familyId);
    mayBeDue = true;
  };
  return async () => {
    await keep();
    quietRounds += 1;
    if (!mayBeDue && quietRounds < QUIET_ROUNDS) return;
    mayBeDue = false;
    quietRounds = 0;
    const found = await takeScans(db.owner, [...underWay], { now: clock(), until: lease() });
    for (const due of found) void run(due);
  };
}
