/** Purposes of payments. Each defines the effects of a payment on the book. */
import type { Outgoing, OutgoingPurpose } from '#features/book/payments/row.ts';
import type { BillingSettings } from '#server/billing-settings.ts';
import type { Tx } from '#server/db/sql.ts';
import type { Queue } from '#server/queue.ts';
import type { PaymentOutcome } from './outcome.ts';

export type Recorder = {
  readonly jobs: Queue;
  readonly publicUrl: string;
  readonly billing?: BillingSettings | undefined;
  readonly clock: () => Date;
  readonly purposes: Purposes;
};

/** All writes belong to the transaction that ends the payment. */
export type Recording = Omit<Recorder, 'clock' | 'purposes'> & {
  readonly tx: Tx;
  readonly familyId: string;
  readonly row: Outgoing;
  /** The parent whose statement ends it; undefined if a wallet or a proof does. */
  readonly by: string | undefined;
  readonly now: Date;
};

export type Purpose = {
  /**
   * It was paid: its hold becomes an entry. There is no hold if it had been marked as failed.
   * @returns the entry's id; undefined if the money is no longer there or is used otherwise: a
   * parent has to decide, and after a yes the row is `paid`
   */
  booked(recording: Recording, paid: PaymentOutcome & { is: 'paid' }): Promise<string | undefined>;
  /** It was definitely not paid: its hold is released, or remains for the next attempt. */
  freed(recording: Recording, failed: PaymentOutcome & { is: 'failed' }): Promise<unknown>;
  /** The wallet reported the fee later, in sats; if undefined, the parents bear the fee. */
  feeReported?(recording: Recording, feeSats: bigint): Promise<unknown>;
};

export type Purposes = Readonly<Record<OutgoingPurpose, Purpose>>;
