/** What was learnt of an invoice: it is credited once, however often and however late. */

import type { LookUp } from '#core/lightning/wallet.ts';
import { nextLook } from '#features/lightning/paying/rules.ts';
import { type Heard, isOver } from '#features/lightning/receiving/rules.ts';
import { notify } from '#features/messages/store.ts';
import { lookAgain, setExpired, setPaid } from '#features/payments/store.ts';
import type { Tx } from '#server/db/database.ts';
import type { Queue } from '#server/jobs.ts';
import { acceptReferral } from './referrals.ts';
import { FREE_MONTHS } from './rules.ts';
import { addCredit, findInvoice, type InvoiceRow } from './store.ts';

export type Settling = {
  readonly jobs: Queue;
  readonly clock: () => Date;
  readonly secretsKey: Uint8Array;
};

export async function settleInvoice(
  context: Settling,
  tx: Tx,
  familyId: string,
  paymentHash: string,
  found: LookUp,
  heard: Heard,
): Promise<void> {
  const row = await findInvoice(tx, familyId, paymentHash);
  if (!row || row.state === 'paid') return;
  const now = context.clock();
  const its = { expiresAt: row.expiresAt, connectionId: row.walletId };
  if (found.state === 'settled') await credit(context, tx, familyId, row, found.proof);
  else if (isOver(its, found, heard)) await setExpired(tx, familyId, row.paymentId);
  else await lookAgain(tx, familyId, row.paymentId, nextLook(row.createdAt, now));
}

async function credit(
  { jobs, clock, secretsKey }: Settling,
  tx: Tx,
  familyId: string,
  { paymentId, paymentHash, months, amountSats, referralCode: code }: InvoiceRow,
  proof: 'proven' | 'stated',
): Promise<void> {
  const now = clock();
  if (!(await setPaid(tx, familyId, paymentId, { proof, now }))) return;
  // Judged before: a referral counts with the first payment only.
  const isInvited =
    code !== null && (await acceptReferral(tx, secretsKey, { familyId, code }, now));
  await addCredit(tx, familyId, { source: 'invoice', months, amountSats, paymentHash }, now);
  if (isInvited) await addCredit(tx, familyId, { source: 'invited', months: FREE_MONTHS }, now);
  await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'subscription_paid' }], now);
}
