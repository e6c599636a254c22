/** Applies a vault day's part to the pay days it puts into the vault. Nothing is posted. */
import { formatBtc } from '#core/money.ts';
import { notify } from '#features/notices/messages/store.ts';
import { markInVault, unmarkInVault } from '#features/pocket/allowances/collected.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Booking } from '../deposits/deposits.ts';
import type { Standing } from './rules.ts';
import type { SendRow } from './store.ts';

/**
 * Its pay days are in the vault exactly while it is in a block; losing that notifies both parents.
 */
export async function movePart(
  { jobs, clock }: Booking,
  tx: Tx,
  familyId: string,
  { paymentId, childId, amountSats, state }: SendRow,
  to: Standing,
): Promise<void> {
  const now = clock();
  if (to.state === 'paid') {
    await markInVault(tx, familyId, paymentId, { txid: to.txid, now });
    return;
  }
  if (state !== 'paid') return;
  await unmarkInVault(tx, familyId, paymentId);
  const data = { amount: formatBtc(amountSats) };
  const notice = { familyId, to: 'adults', kind: 'vault_day_undone', childId, data } as const;
  await notify(jobs, tx, [notice], now);
}
