/**
 * A failed payment that was paid after all is booked once, and the parents are notified. If its
 * money is no longer there, or the pay day has been settled in another way, they decide whether it
 * leaves the child's book.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc } from '#core/money.ts';
import type { Outgoing } from '#features/book/payments/row.ts';
import { nextLateLook } from '#features/book/payments/rules.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import { notify } from '#features/notices/messages/store.ts';
import type { Tx } from '#server/db/sql.ts';
import { NOT_ENOUGH } from '#server/ledger/post.ts';
import { findLate, findOpenAttempt, lookLater, setAnswer } from './late-store.ts';
import type { PaymentOutcome } from './outcome.ts';
import type { Recorder, Recording } from './purpose.ts';
import { feeLookAt } from './rules.ts';
import { endPayment, isKnown } from './store.ts';

type Paid = PaymentOutcome & { is: 'paid' };

/** True while a parent has to decide whether it leaves the child's book. */
export const isUnbooked = ({ state, failure }: Pick<Outgoing, 'state' | 'failure'>): boolean =>
  state === 'paid' && failure !== null;

/**
 * Applies a late outcome of a failed payment. Only a proof or a wallet's record changes anything.
 * @param stop ends another attempt for the same purpose, unless it was already sent
 */
export async function recordLate(
  recorder: Recorder,
  tx: Tx,
  familyId: string,
  row: Outgoing,
  outcome: PaymentOutcome,
  stop: (paymentId: string) => Promise<unknown>,
): Promise<void> {
  const now = recorder.clock();
  const { paymentId, childId, pays } = row;
  // A later attempt with the same invoice has the proof; a closed book is left alone.
  const isOurs =
    outcome.is === 'paid' &&
    (await isKnown(tx, familyId, row.paymentHash)) !== 'paid' &&
    (await findBooks(tx, familyId, [childId])).has(childId);
  if (!isOurs) {
    const lookAt = row.endedAt && nextLateLook(row.endedAt, now);
    await lookLater(tx, familyId, paymentId, lookAt);
    return;
  }
  const other = await findOpenAttempt(tx, familyId, pays);
  if (other !== undefined) await stop(other);
  await book(recorder, tx, familyId, row, outcome);
}

async function book(
  recorder: Recorder,
  tx: Tx,
  familyId: string,
  row: Outgoing,
  outcome: Paid,
): Promise<void> {
  const { jobs, purposes, clock } = recorder;
  const { paymentId, childId, pays, amountSats } = row;
  const now = clock();
  const recording: Recording = { ...recorder, tx, familyId, row, by: undefined, now };
  const isWaiting = (await findOpenAttempt(tx, familyId, pays)) !== undefined;
  const entryId = isWaiting ? undefined : await purposes[row.purpose].booked(recording, outcome);
  const { proof, preimage, feeSats } = outcome;
  const failure = entryId === undefined ? (row.failure ?? 'unclear') : null;
  const end = {
    state: 'paid',
    failure,
    feeSats,
    preimage,
    proof,
    entryId: entryId ?? null,
  } as const;
  const lookAt = failure === null && feeSats === null ? feeLookAt(now) : null;
  await endPayment(tx, familyId, paymentId, end, { now, lookAt });
  const data = { amount: formatBtc(amountSats), ...(failure !== null && { asks: 'yes' }) };
  await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'payment_late', childId, data }], now);
}

/** Another attempt for the same purpose has failed: books one that was proved late instead. */
export async function bookWaiting(
  recorder: Recorder,
  tx: Tx,
  familyId: string,
  pays: string | null,
): Promise<void> {
  const row = await findLate(tx, familyId, pays);
  if (row?.proof == null) return;
  const { proof, preimage, feeSats } = row;
  const paid = { is: 'paid', proof, preimage, feeSats } as const;
  await book(recorder, tx, familyId, { ...row, state: 'failed' }, paid);
}

/**
 * Applies a parent's decision: it leaves the child's book, or the parents bear it.
 * @throws Refusal CONFLICT while another attempt is open, or if the child has too little
 */
export async function answerLate(
  recorder: Recorder,
  tx: Tx,
  familyId: string,
  row: Outgoing,
  { isChilds, by }: { isChilds: boolean; by: string },
): Promise<void> {
  const now = recorder.clock();
  const { paymentId, pays, proof, preimage, feeSats } = row;
  if ((await findOpenAttempt(tx, familyId, pays)) !== undefined || proof === null)
    throw new Refusal('CONFLICT', because('PAYMENT_CHECKING'));
  const paid: Paid = { is: 'paid', proof, preimage, feeSats };
  const recording: Recording = { ...recorder, tx, familyId, row, by: undefined, now };
  const entryId = isChilds ? await recorder.purposes[row.purpose].booked(recording, paid) : null;
  if (entryId === undefined) throw new Refusal('CONFLICT', NOT_ENOUGH);
  await setAnswer(tx, familyId, paymentId, { entryId, by, now });
}
