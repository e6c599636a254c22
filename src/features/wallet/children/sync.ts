/**
 * Looks the children's addresses up while one of their screens is open, or somebody asks: at most
 * every few seconds for a family, however many screens are open. So one look-up covers what the
 * other children wait for, too, and the family's open sends.
 */
import type { Database, Tx } from '#server/db/database.ts';
import { addressesToSync } from '../addresses.ts';
import type { LookupFailure } from '../contract.ts';
import { type Differences, differences, failureOf, lookUp, requireSameNetwork } from '../lookup.ts';
import { type OpenContext, openWallet } from '../scan.ts';
import { openSends } from '../sending/store.ts';
import { lookUpSends, type SeenSend } from '../sending/watch.ts';
import { SYNC_EVERY_S } from './contract.ts';

type Context = OpenContext & { readonly db: Pick<Database, 'readFamily'> };

export type Asked = {
  familyId: string;
  childId: string;
  /** False when the family's last look-up is too recent: `failure` says how it ended. */
  isTurn: boolean;
  failure: LookupFailure | null;
};

/** What there is to write; or why there is nothing, null where the last look-up still counts. */
export type Told =
  | (Differences & { familyId: string; walletId: string; sends: readonly SeenSend[] })
  | { failure: LookupFailure | null };

/** Takes the family's turn, behind its lock. */
export async function takeTurn(
  tx: Tx,
  { familyId, childId, now }: { familyId: string; childId: string; now: Date },
): Promise<Asked> {
  const before = new Date(now.getTime() - SYNC_EVERY_S * 1_000);
  const [waits] = await tx<{ failure: LookupFailure | null }[]>`
    SELECT ask_failure AS failure FROM wallet
    WHERE family_id = ${familyId} AND asked_at > ${before}`;
  if (waits) return { familyId, childId, isTurn: false, failure: waits.failure };
  await tx`UPDATE wallet SET asked_at = ${now} WHERE family_id = ${familyId}`;
  return { familyId, childId, isTurn: true, failure: null };
}

/** Kept for those who ask before the next turn. */
export const noteFailure = (tx: Tx, familyId: string, failure: LookupFailure | null) => tx`
  UPDATE wallet SET ask_failure = ${failure}
  WHERE family_id = ${familyId} AND ask_failure IS DISTINCT FROM ${failure}`;

export async function lookUpChildren(
  context: Context,
  { familyId, childId, isTurn, failure }: Asked,
): Promise<Told> {
  if (!isTurn) return { failure };
  const opened = await context.db.readFamily(familyId, async (tx) => {
    const found = await openWallet(context, tx, familyId);
    if (!found) return undefined;
    const own = await addressesToSync(tx, familyId, childId);
    return { ...found, own, open: await openSends(tx, familyId) };
  });
  if (!opened) return { failure: 'NO_SOURCE' };
  const { source, row, known, own, open } = opened;
  // A single address is every child's.
  const places = row.kind === 'address' ? [...known.values()] : own;
  try {
    if (places.length + open.length > 0) await requireSameNetwork(source, row);
    const found = await differences(source, await lookUp(source, places), known);
    const sends = await lookUpSends(source, open);
    return { ...found, familyId, walletId: row.walletId, sends };
  } catch (error) {
    return { failure: failureOf(error) };
  } finally {
    source.close();
  }
}
