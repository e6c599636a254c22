/** Records a wallet's report on an incoming invoice: paid, over, or to be checked again later. */
import type { LookUp } from '#core/lightning/wallet.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Incoming } from './row.ts';
import { type Answered, isOver, nextLook } from './rules.ts';
import { findArrival, lookAgain, setExpired } from './store.ts';

/** The family is locked. */
export type Arriving<Context> = {
  readonly context: Context;
  readonly tx: Tx;
  readonly familyId: string;
  readonly row: Incoming;
  readonly now: Date;
};

/** Each kind of invoice defines its own consequences. */
export type Arrival<Context> = {
  /**
   * The invoice was paid. Calls `setPaid`, and does nothing more if that reports an earlier
   * payment.
   */
  arrived(arriving: Arriving<Context>, found: LookUp & { state: 'settled' }): Promise<unknown>;
  /** The invoice was definitely not paid; if undefined, it becomes expired. */
  unpaid?(arriving: Arriving<Context>): PromiseLike<unknown>;
  nextLook?(since: Date, now: Date): Date;
};

/** Updates one arrival, even an expired one. A paid one stays unchanged. */
export async function recordArrival<Context extends { readonly clock: () => Date }>(
  { arrived, unpaid, nextLook: next = nextLook }: Arrival<Context>,
  context: Context,
  tx: Tx,
  familyId: string,
  paymentId: string,
  { found, answered }: { found: LookUp; answered: Answered },
): Promise<void> {
  const row = await findArrival(tx, familyId, paymentId);
  if (!row || row.state === 'paid') return;
  const now = context.clock();
  const arriving = { context, tx, familyId, row, now };
  if (found.state === 'settled') await arrived(arriving, found);
  else if (!isOver(row, found, answered))
    await lookAgain(tx, familyId, paymentId, next(row.createdAt, now));
  else if (unpaid) await unpaid(arriving);
  else await setExpired(tx, familyId, paymentId);
}
