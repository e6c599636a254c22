/** Records a payment's outcome: it ends, or stays on hold and is checked again. */

import { isClaim } from '#features/book/payments/contract.ts';
import { nextLateLook, nextLook } from '#features/book/payments/rules.ts';
import type { Tx } from '#server/db/sql.ts';
import { bookWaiting, isUnbooked, recordLate } from './late.ts';
import { NO_ANSWER, type PaymentOutcome } from './outcome.ts';
import type { Recorder, Recording } from './purpose.ts';
import { feeLookAt } from './rules.ts';
import { claimSending, endPayment, findPayment, noteUnknown, setFee } from './store.ts';

/**
 * Updates one payment. An ended one is final, unless it was marked as failed and was paid after
 * all.
 * @param by the parent whose statement ends it
 */
export async function recordOutcome(
  recorder: Recorder,
  tx: Tx,
  familyId: string,
  paymentId: string,
  outcome: PaymentOutcome,
  by?: string,
): Promise<void> {
  const row = await findPayment(tx, familyId, paymentId);
  if (row?.state === 'failed') {
    const stop = (id: string) => giveUp(recorder, tx, familyId, id);
    return recordLate(recorder, tx, familyId, row, outcome, stop);
  }
  if (row?.state !== 'open' || row.holdId === null) return;
  const now = recorder.clock();
  if (outcome.is === 'unknown') {
    const lookAt = nextLook(row.sentAt ?? row.createdAt, now);
    // The wallet's claim stays on record until another outcome ends it.
    const said = isClaim(row.failure) && !isClaim(outcome.failure) ? row.failure : outcome.failure;
    await noteUnknown(tx, familyId, paymentId, said, lookAt);
    return;
  }
  const { booked, freed } = recorder.purposes[row.purpose];
  const recording: Recording = { ...recorder, tx, familyId, row, by, now };
  if (outcome.is === 'failed') {
    await freed(recording, outcome);
    const end = { ...NOTHING, state: 'failed', failure: outcome.failure } as const;
    // A payment that was never sent isn't watched.
    const lookAt = outcome.by === 'us' ? null : nextLateLook(now, now);
    await endPayment(tx, familyId, paymentId, end, { now, lookAt });
    return bookWaiting(recorder, tx, familyId, row.pays);
  }
  const entryId = await booked(recording, outcome);
  if (entryId === undefined) throw new Error(`The payment ${paymentId} was not booked`);
  const { proof, preimage, feeSats } = outcome;
  const end = { state: 'paid', failure: null, feeSats, preimage, proof, entryId } as const;
  const lookAt = feeSats === null && !by ? feeLookAt(now) : null;
  await endPayment(tx, familyId, paymentId, end, { now, lookAt, by });
}

const NOTHING = { feeSats: null, preimage: null, proof: null, entryId: null } as const;

/** Claims an unsent payment, which stops everyone from sending it, and releases it. */
export async function giveUp(
  recorder: Recorder,
  tx: Tx,
  familyId: string,
  paymentId: string,
): Promise<void> {
  const claim = { connectionId: null, now: recorder.clock() };
  const isOurs = await claimSending(tx, familyId, paymentId, claim);
  const outcome = isOurs ? ({ is: 'failed', failure: 'never-sent', by: 'us' } as const) : NO_ANSWER;
  await recordOutcome(recorder, tx, familyId, paymentId, outcome);
}

/** Records a fee after asking the wallet once more. */
export async function recordFee(
  recorder: Recorder,
  tx: Tx,
  familyId: string,
  paymentId: string,
  feeSats: bigint | null,
): Promise<void> {
  const row = await findPayment(tx, familyId, paymentId);
  if (row?.state !== 'paid' || row.feeSats !== null || isUnbooked(row)) return;
  await setFee(tx, familyId, paymentId, feeSats);
  if (feeSats === null) return;
  const recording = { ...recorder, tx, familyId, row, by: undefined, now: recorder.clock() };
  await recorder.purposes[row.purpose].feeReported?.(recording, feeSats);
}
