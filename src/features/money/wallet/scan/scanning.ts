/** Queues scans for the scanner, one at a time per family. */
import type { Tx } from '#server/db/sql.ts';
import type { Services } from '#server/http/context.ts';
import { newId } from '#server/ids.ts';
import { chosenSource } from '../watched/sources.ts';
import { beginScan, findScan } from '../watched/store.ts';

/** A finished scan stays current for this long: pressing again starts no other. */
const FRESH_MS = 5_000;

type Asking = Pick<Services, 'chain' | 'secretsKey'>;

/** False while one is running or has just ended; undefined without a source. */
export async function isScanDue(
  tx: Tx,
  { chain, secretsKey }: Asking,
  familyId: string,
  now: Date,
): Promise<boolean | undefined> {
  const { server } = await chosenSource(tx, familyId, chain, secretsKey);
  if (!server) return undefined;
  const before = await findScan(tx, familyId);
  if (!before || before.state === 'cancelled') return true;
  if (before.state === 'waiting' || before.state === 'running') return false;
  return now.getTime() - (before.finishedAt ?? before.startedAt).getTime() >= FRESH_MS;
}

/** Starts a scan if one is due. @returns false without a source */
export async function beginScanIn(
  tx: Tx,
  services: Asking,
  familyId: string,
  now: Date,
): Promise<boolean> {
  const isDue = await isScanDue(tx, services, familyId, now);
  if (isDue) await beginScan(tx, familyId, newId(now.getTime()), now);
  return isDue !== undefined;
}
