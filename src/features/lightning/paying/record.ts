/** Records what was learnt of a payment: it ends, or is held on and asked about again. */

import { nextLook } from '#features/payments/rules.ts';
import type { Tx } from '#server/db/database.ts';
import { isClaim, type News } from './news.ts';
import type { Recorder, Recording } from './purpose.ts';
import { endPayment, findPayment, noteUnknown, setFee } from './store.ts';

/**
 * Brings one payment up to date. What has ended stays as it is.
 * @param by the parent on whose word it ends
 */
export async function recordNews(
  recorder: Recorder,
  tx: Tx,
  familyId: string,
  paymentId: string,
  news: News,
  by?: string,
): Promise<void> {
  const row = await findPayment(tx, familyId, paymentId);
  if (row?.state !== 'checking' || row.holdId === null) return;
  const now = recorder.clock();
  if (news.is === 'unknown') {
    const lookAt = nextLook(row.sentAt ?? row.createdAt, now);
    // What the wallet has claimed stays said until something else ends it.
    const said = isClaim(row.failure) && !isClaim(news.failure) ? row.failure : news.failure;
    await noteUnknown(tx, familyId, paymentId, said, lookAt);
    return;
  }
  const { booked, freed } = recorder.purposes[row.purpose];
  const recording: Recording = { ...recorder, tx, familyId, row, by, now };
  if (news.is === 'failed') {
    await freed(recording, news);
    const end = { ...NOTHING, state: 'failed', failure: news.failure } as const;
    await endPayment(tx, familyId, paymentId, end, { now, lookAt: null });
    return;
  }
  const entryId = await booked(recording, news);
  const { proof, preimage, feeSats } = news;
  const end = { state: 'paid', failure: null, feeSats, preimage, proof, entryId } as const;
  const lookAt = feeSats === null && !by ? new Date(now.getTime() + FEE_LOOK_MS) : null;
  await endPayment(tx, familyId, paymentId, end, { now, lookAt, by });
}

const NOTHING = { feeSats: null, preimage: null, proof: null, entryId: null } as const;

/** A fee that was not told is looked up once more after this time. */
const FEE_LOOK_MS = 60_000;

/** The wallet was asked once more for the fee that it had not told. */
export async function recordFee(
  recorder: Recorder,
  tx: Tx,
  familyId: string,
  paymentId: string,
  feeSats: bigint | null,
): Promise<void> {
  const row = await findPayment(tx, familyId, paymentId);
  if (row?.state !== 'paid' || row.feeSats !== null) return;
  await setFee(tx, familyId, paymentId, feeSats);
  if (feeSats === null) return;
  const recording = { ...recorder, tx, familyId, row, by: undefined, now: recorder.clock() };
  await recorder.purposes[row.purpose].feeTold?.(recording, feeSats);
}
