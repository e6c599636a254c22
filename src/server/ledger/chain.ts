/** Reads a family's chain link by link and reports where it breaks. Changes nothing. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { assertEntry, type Checkpoint, checkpointText, type Posting } from '#core/ledger.ts';
import type { Tx } from '../db/sql.ts';
import { GENESIS, macOf, readEntries } from './seal.ts';

const PAGE = 1_000;

/** A position in the chain: the seal with this number has this MAC. */
export type Link = { sealNo: bigint; mac: string };

export const START: Link = { sealNo: 0n, mac: GENESIS };

/**
 * Walks from a link to the seal `last`, or to the end. `problem` describes the first broken link;
 * `end` is the last sound one, `read` how many there were.
 */
export async function walkChain(
  tx: Tx,
  key: Uint8Array,
  familyId: string,
  from: Link,
  last?: bigint,
): Promise<{ end: Link; read: number; problem?: string }> {
  let end = from;
  for (let read = 0; ; ) {
    const seals = await tx<{ sealNo: bigint; entryId: string; mac: string }[]>`
      SELECT seal_no, entry_id, encode(mac, 'hex') AS mac FROM seal
      WHERE family_id = ${familyId} AND seal_no > ${end.sealNo}
        ${last === undefined ? tx`` : tx`AND seal_no <= ${last}`}
      ORDER BY seal_no LIMIT ${PAGE}`;
    if (seals.length === 0) return { end, read };
    const entries = await readEntries(
      tx,
      seals.map(({ entryId }) => ({ familyId, entryId })),
    );
    for (const seal of seals) {
      const problem = wrongLink(key, end, seal, entries.get(seal.entryId));
      if (problem) return { end, read, problem };
      end = seal;
      read += 1;
    }
  }
}

function wrongLink(
  key: Uint8Array,
  before: Link,
  { sealNo, entryId, mac }: Link & { entryId: string },
  entry: Parameters<typeof macOf>[3] | undefined,
): string | undefined {
  if (sealNo !== before.sealNo + 1n) return `the seal ${before.sealNo + 1n} is missing`;
  if (!entry) return `the entry ${entryId} (seal ${sealNo}) is missing`;
  if (macOf(key, sealNo, before.mac, entry) !== mac)
    return `the entry ${entryId} (seal ${sealNo}) was changed`;
  try {
    assertEntry({ ...entry, childId: entry.childId ?? undefined, reverses: undefined });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** HMAC-SHA-256 of a checkpoint, as 64 hex digits. */
export const checkpointMac = (key: Uint8Array, checkpoint: Checkpoint): string =>
  createHmac('sha256', key).update(checkpointText(checkpoint)).digest('hex');

export type StoredCheckpoint = Checkpoint & { readonly mac: string };

export async function readCheckpoint(
  tx: Tx,
  familyId: string,
): Promise<StoredCheckpoint | undefined> {
  const [row] = await tx<(Omit<StoredCheckpoint, 'sums'> & { familyId: string })[]>`
    SELECT family_id, seal_no, encode(seal_mac, 'hex') AS seal_mac, newest_at, made_at,
      encode(mac, 'hex') AS mac
    FROM checkpoint WHERE family_id = ${familyId}`;
  if (!row) return undefined;
  const sums = await tx<Posting[]>`
    SELECT account_id, amount_sats FROM checkpoint_sum WHERE family_id = ${familyId}`;
  return { ...row, sums };
}

/** Finds the fault of a checkpoint, if any, and the link where the chain continues. */
export function checkCheckpoint(
  key: Uint8Array,
  checkpoint: StoredCheckpoint | undefined,
): { from: Link; problem?: string } {
  if (!checkpoint) return { from: START };
  const { sealNo, sealMac, mac, sums } = checkpoint;
  const from = { sealNo, mac: sealMac };
  const right = checkpointMac(key, checkpoint);
  if (!timingSafeEqual(Buffer.from(right, 'hex'), digest(mac)))
    return { from, problem: `the checkpoint (seal ${sealNo}) was changed` };
  const total = sums.reduce((sum, { amountSats }) => sum + amountSats, 0n);
  return total === 0n ? { from } : { from, problem: `the checkpoint sums to ${total} sats` };
}

/** Always 32 bytes, as `timingSafeEqual` requires, even if the column is malformed. */
const digest = (hex: string) => Buffer.from(hex.padEnd(64, '0').slice(0, 64), 'hex');
