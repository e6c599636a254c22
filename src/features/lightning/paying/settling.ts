/** What was learnt of a payment, and what follows in the book: booked, freed, or held on. */

import { transfer } from '#core/ledger.ts';
import { setPaying } from '#features/approvals/store.ts';
import { markPaid } from '#features/transactions/payments.ts';
import { findBooks } from '#features/transactions/store.ts';
import type { Tx } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import { captureHold, releaseHold } from '#server/ledger/holds.ts';
import { post } from '#server/ledger/post.ts';
import { PROGRAM } from '#server/ledger/program.ts';
import { entryText } from '#server/ledger/text.ts';
import { noteSpending } from '../alerts.ts';
import { bookPaid, payoutFailed } from '../payouts/settling.ts';
import { findPayout } from '../payouts/store.ts';
import type { Settling } from '../receiving/settling.ts';
import { bookTransfer } from '../transfers/settling.ts';
import { isClaim, type News } from './news.ts';
import { bookedFee, nextLook } from './rules.ts';
import {
  availableOn,
  endPayment,
  findPayment,
  noteUnknown,
  type PaymentRow,
  setFee,
} from './store.ts';

type SettlingPayment = Settling & { readonly publicUrl: string };

/** Brings one payment up to date. What has ended stays as it is. */
export async function settlePayment(
  context: SettlingPayment,
  tx: Tx,
  familyId: string,
  paymentId: string,
  news: News,
  by?: string,
): Promise<void> {
  const row = await findPayment(tx, familyId, paymentId);
  if (row?.state !== 'checking' || row.holdId === null) return;
  const now = context.clock();
  if (news.is === 'unknown') {
    const lookAt = nextLook(row.sentAt ?? row.createdAt, now);
    // What the wallet has claimed stays said until something else ends it.
    const said = isClaim(row.failure) && !isClaim(news.failure) ? row.failure : news.failure;
    await noteUnknown(tx, familyId, paymentId, said, lookAt);
    return;
  }
  if (news.is === 'failed') {
    const { paysEntry, paysRequest, holdId } = row;
    if (paysRequest !== null) await setPaying(tx, familyId, paysRequest, false);
    else if (paysEntry !== null) await payoutFailed(context, tx, familyId, paysEntry, news, now);
    else await releaseHold(tx, familyId, holdId, now);
    const end = { ...NOTHING, state: 'failed', failure: news.failure } as const;
    await endPayment(tx, familyId, paymentId, end, { now, lookAt: null });
    return;
  }
  if (row.paysRequest !== null)
    await bookPaidTransfer(context, tx, familyId, row, { news, by, now });
  else if (row.paysEntry === null) await book(context, tx, familyId, row, news, by);
  else await bookPayout(tx, familyId, row, row.paysEntry, { news, by, now });
}

type PaidBy = { news: News & { is: 'paid' }; by: string | undefined; now: Date };

const NOTHING = { feeSats: null, preimage: null, proof: null, entryId: null } as const;

/** A fee that was not told is looked up once more after this time. */
const FEE_LOOK_MS = 60_000;

const feeLook = (feeSats: bigint | null, by: string | undefined, now: Date) =>
  feeSats === null && !by ? new Date(now.getTime() + FEE_LOOK_MS) : null;

/** The entry has the payment's own id. The fee is the parents', and stays out of the book. */
async function bookPayout(
  tx: Tx,
  familyId: string,
  { paymentId, madeBy }: PaymentRow,
  paysEntry: string,
  { news, by, now }: PaidBy,
): Promise<void> {
  const payout = await findPayout(tx, familyId, paysEntry);
  if (payout?.state !== 'checking') throw new Error(`The payout of ${paysEntry} is not open`);
  const { proof, preimage, feeSats } = news;
  await bookPaid(tx, familyId, payout, {
    ...{ paidEntryId: paymentId, madeBy, now, proof, ...(by && { by }) },
  });
  const end = { state: 'paid', failure: null, feeSats, preimage, proof, entryId: paymentId };
  await endPayment(tx, familyId, paymentId, end as typeof end & { state: 'paid' }, {
    ...{ now, lookAt: feeLook(feeSats, by, now), by },
  });
}

/** The entry has the transfer's id. */
async function bookPaidTransfer(
  context: SettlingPayment,
  tx: Tx,
  familyId: string,
  { paymentId, paysRequest, madeBy, madeByName: firstName }: PaymentRow,
  { news, by, now }: PaidBy,
): Promise<void> {
  if (paysRequest === null) throw new Error(`The payment ${paymentId} pays no transfer`);
  const { proof, preimage, feeSats } = news;
  const paid = { madeBy, firstName, proof, now, ...(by && { by }) };
  await bookTransfer(context, tx, familyId, paysRequest, paid);
  const end = { state: 'paid', failure: null, feeSats, preimage, proof, entryId: paysRequest };
  await endPayment(tx, familyId, paymentId, end as typeof end & { state: 'paid' }, {
    ...{ now, lookAt: feeLook(feeSats, by, now), by },
  });
}

/** The entry has the payment's own id. */
async function book(
  context: Settling,
  tx: Tx,
  familyId: string,
  row: PaymentRow,
  { proof, preimage, feeSats }: News & { is: 'paid' },
  by: string | undefined,
): Promise<void> {
  const { paymentId, childId, amountSats, feeLimitSats, holdId, madeBy } = row;
  const now = context.clock();
  const books = (await findBooks(tx, familyId, [childId])).get(childId);
  if (!books || holdId === null) throw new Error(`The payment ${paymentId} has no hold`);
  const spentSats = amountSats + bookedFee(feeSats, feeLimitSats);
  const entry = {
    ...{ entryId: paymentId, familyId, type: 'lightning_spend', childId, madeBy },
    amountSats: -spentSats,
    occurredAt: now,
    text: entryText(row.description || 'Lightning payment'),
    postings: transfer(books.spending, books.outside, spentSats),
  };
  await captureHold(tx, holdId, entry, now);
  const said = { by: by ?? madeBy, now, source: by ? 'parent' : 'wallet', proof } as const;
  await markPaid(tx, familyId, [paymentId], said);
  const end = { state: 'paid', failure: null, feeSats, preimage, proof, entryId: paymentId };
  const lookAt = feeLook(feeSats, by, now);
  await endPayment(tx, familyId, paymentId, end as typeof end & { state: 'paid' }, {
    ...{ now, lookAt, by },
  });
  await noteSpending(context, tx, familyId, { childId, spentSats, now });
}

/** The wallet was asked once more for the fee that it had not told. */
export async function settleFee(
  { clock }: Settling,
  tx: Tx,
  familyId: string,
  paymentId: string,
  feeSats: bigint | null,
): Promise<void> {
  const row = await findPayment(tx, familyId, paymentId);
  if (row?.state !== 'paid' || row.feeSats !== null) return;
  await setFee(tx, familyId, paymentId, feeSats);
  if (row.paysEntry !== null || row.paysRequest !== null) return;
  const books = (await findBooks(tx, familyId, [row.childId])).get(row.childId);
  if (!books || feeSats === null) return;
  const available = await availableOn(tx, familyId, books.spending);
  const { feeLimitSats } = row;
  const fee = bookedFee(feeSats, available < feeLimitSats ? available : feeLimitSats);
  if (fee === 0n) return;
  const now = clock();
  const entryId = newId(now.getTime());
  const entry = {
    ...{ entryId, familyId, type: 'lightning_spend', childId: row.childId, madeBy: PROGRAM },
    amountSats: -fee,
    occurredAt: now,
    text: entryText('Fee of a Lightning payment'),
    postings: transfer(books.spending, books.outside, fee),
  };
  await post(tx, [entry], now);
  await markPaid(tx, familyId, [entryId], { by: PROGRAM, now, source: 'wallet', proof: 'stated' });
}
