/** Records what a wallet says of an invoice that is to arrive: paid, over, or asked about again. */
import type { LookUp } from '#core/lightning/wallet.ts';
import type { Tx } from '#server/db/database.ts';
import type { Incoming } from './row.ts';
import { type Heard, isOver, nextLook } from './rules.ts';
import { findArrival, lookAgain, setExpired } from './store.ts';

/** It has arrived, and the family is locked. */
export type Arriving<Context> = {
  readonly context: Context;
  readonly tx: Tx;
  readonly familyId: string;
  readonly row: Incoming;
  readonly now: Date;
};

/** What an invoice is for says for itself what follows. */
export type Arrival<Context> = {
  /** It was paid. It calls `setPaid`, and does nothing more where that says it was paid before. */
  arrived(arriving: Arriving<Context>, found: LookUp & { state: 'settled' }): Promise<unknown>;
  /** It surely was not paid; without this it stands as expired. */
  unpaid?(arriving: Arriving<Context>): PromiseLike<unknown>;
  nextLook?(since: Date, now: Date): Date;
};

/** Brings one arrival up to date, also one that had expired. What was paid stays as it is. */
export async function recordArrival<Context extends { readonly clock: () => Date }>(
  { arrived, unpaid, nextLook: next = nextLook }: Arrival<Context>,
  context: Context,
  tx: Tx,
  familyId: string,
  paymentId: string,
  { found, heard }: { found: LookUp; heard: Heard },
): Promise<void> {
  const row = await findArrival(tx, familyId, paymentId);
  if (!row || row.state === 'paid') return;
  const now = context.clock();
  const arriving = { context, tx, familyId, row, now };
  if (found.state === 'settled') await arrived(arriving, found);
  else if (!isOver(row, found, heard))
    await lookAgain(tx, familyId, paymentId, next(row.createdAt, now));
  else if (unpaid) await unpaid(arriving);
  else await setExpired(tx, familyId, paymentId);
}
