/** What a wallet says of an invoice, and what follows in the book. */

import { transfer } from '#core/ledger.ts';
import type { LookUp } from '#core/lightning/wallet.ts';
import { formatBtc } from '#core/money.ts';
import { HOUR } from '#core/time.ts';
import { notify } from '#features/messages/store.ts';
import { lookAgain, setExpired, setPaid } from '#features/payments/store.ts';
import { markPaid } from '#features/transactions/payments.ts';
import { findBooks } from '#features/transactions/store.ts';
import type { BillingSettings } from '#server/billing-settings.ts';
import type { Tx } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import type { Queue } from '#server/jobs.ts';
import { post } from '#server/ledger/post.ts';
import { PROGRAM } from '#server/ledger/program.ts';
import { entryText } from '#server/ledger/text.ts';
import { nextLook } from '../paying/rules.ts';
import { type Heard, isOver } from './rules.ts';
import { findInvoice, type InvoiceRow } from './store.ts';

export type Settling = {
  readonly jobs: Queue;
  readonly clock: () => Date;
  readonly billing?: BillingSettings | undefined;
};

/** Books an invoice that was paid, once; notes one that surely was not paid. */
export async function settleInvoice(
  context: Settling,
  tx: Tx,
  familyId: string,
  paymentId: string,
  found: LookUp,
  heard: Heard,
): Promise<void> {
  const row = await findInvoice(tx, familyId, { paymentId });
  if (!row || row.state === 'paid') return;
  const now = context.clock();
  if (found.state === 'settled') await book(context, tx, familyId, row, found.proof);
  else if (isOver(row, found, heard)) await setExpired(tx, familyId, paymentId);
  else await lookAgain(tx, familyId, paymentId, nextLook(row.createdAt, now));
}

async function book(
  { jobs, clock }: Settling,
  tx: Tx,
  familyId: string,
  { paymentId, childId, amountSats, description }: InvoiceRow,
  proof: 'proven' | 'stated',
): Promise<void> {
  const now = clock();
  const books = (await findBooks(tx, familyId, [childId])).get(childId);
  // A closed book stays as it is. Restored, it is asked about again.
  if (!books) {
    await lookAgain(tx, familyId, paymentId, new Date(now.getTime() + HOUR));
    return;
  }
  const entryId = newId(now.getTime());
  if (!(await setPaid(tx, familyId, paymentId, { entryId, proof, now }))) return;
  const entry = {
    ...{ entryId, familyId, type: 'earned', childId, amountSats, madeBy: PROGRAM },
    occurredAt: now,
    text: entryText(description),
    postings: transfer(books.outside, books.spending, amountSats),
  };
  await post(tx, [entry], now);
  await markPaid(tx, familyId, [entryId], { by: PROGRAM, now, source: 'wallet', proof });
  const data = { amount: formatBtc(amountSats) };
  const about = { familyId, kind: 'invoice_paid', childId, data } as const;
  await notify(
    jobs,
    tx,
    [
      { ...about, to: 'adults' },
      { ...about, to: 'child' },
    ],
    now,
  );
}
