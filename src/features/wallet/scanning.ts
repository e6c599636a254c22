/** Starts scans: one at a time of a family, on whichever instance is free. */
import type { Tx } from '#server/db/database.ts';
import type { Services } from '#server/http/mount.ts';
import { newId } from '#server/ids.ts';
import { chosenSource } from './sources.ts';
import { beginScan, findScan } from './store.ts';

/** A finished scan counts for so long: pressing again starts no other. */
const FRESH_MS = 5_000;
/** A scan that has not ended after this long was lost with its server. */
const LOST_MS = 10 * 60_000;

/** Starts a scan unless one is under way. @returns false where nobody may be asked */
export async function beginScanIn(
  tx: Tx,
  { chain, secretsKey, jobs }: Pick<Services, 'chain' | 'secretsKey' | 'jobs'>,
  familyId: string,
  now: Date,
): Promise<boolean> {
  const { server } = await chosenSource(tx, familyId, chain, secretsKey);
  if (!server) return false;
  const before = await findScan(tx, familyId);
  const age = before ? now.getTime() - (before.finishedAt ?? before.startedAt).getTime() : LOST_MS;
  const isUnderWay = before?.state === 'waiting' || before?.state === 'running';
  if (age < (isUnderWay ? LOST_MS : FRESH_MS) && before?.state !== 'cancelled') return true;
  const scanId = newId(now.getTime());
  await beginScan(tx, familyId, scanId, now);
  await jobs.work('wallet-scan', { familyId, scanId }, tx);
  return true;
}
