/** Waits for a low fee: checked once per block, until both parents are notified. */
import { formatBtc } from '#core/money.ts';
import { notify } from '#features/notices/messages/store.ts';
import { collectedByChild } from '#features/pocket/allowances/collected.ts';
import type { Tx } from '#server/db/sql.ts';
import type { LookupContext } from '../scan/lookup.ts';
import { type Estimated, estimateFee, type PsbtContext } from '../sending/psbt.ts';
import { isLowFee } from './rules.ts';
import { setFeeWait, waitsForFee } from './store.ts';

/** Estimates the fee for putting away everything collected, as of now. */
export const estimateCollected = (context: PsbtContext, familyId: string): Promise<Estimated> =>
  estimateFee(context, familyId, {
    targets: async (tx) => (await collectedByChild(tx, familyId)).map((one) => one.amountSats),
    spends: isNoChilds,
  });

/** Coins at a child's address are already savings or in the vault: they can't pay a vault day. */
export const isNoChilds = ({ childId }: { childId: string | null }): boolean => childId === null;

export async function tellOfLowFee(
  context: LookupContext & PsbtContext,
  familyId: string,
): Promise<void> {
  const { db, jobs, clock } = context;
  if (!(await db.readFamily(familyId, (tx) => waitsForFee(tx, familyId)))) return;
  const estimated = await estimateCollected(context, familyId);
  if ('obstacle' in estimated) return;
  const { feeSats } = estimated;
  await db.changeFamily(familyId, async (tx) => {
    const amountSats = await collectedSats(tx, familyId);
    if (!isLowFee(feeSats, amountSats) || !(await waitsForFee(tx, familyId))) return;
    await setFeeWait(tx, familyId, null);
    const data = { amount: formatBtc(amountSats), fee: formatBtc(feeSats) };
    await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'vault_fee_low', data }], clock());
  });
}

export async function collectedSats(tx: Tx, familyId: string): Promise<bigint> {
  const rows = await collectedByChild(tx, familyId);
  return rows.reduce((sum, { amountSats }) => sum + amountSats, 0n);
}
