/** What a payment is for. Each purpose defines what follows in the book. */
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

/** Everything is written in the transaction in which the payment ends. */
export type Recording = Omit<Recorder, 'clock' | 'purposes'> & {
  readonly tx: Tx;
  readonly familyId: string;
  readonly row: Outgoing;
  /** The parent whose word ends it; undefined if a wallet or a proof does. */
  readonly by: string | undefined;
  readonly now: Date;
};

export type Purpose = {
  /**
   * It was paid: its hold becomes an entry. Without a hold it had counted as failed.
   * @returns the entry's id; undefined if the money is gone or has another use by now: a parent is
   * asked, and the row becomes `paid` when they say yes
   */
  booked(recording: Recording, paid: PaymentOutcome & { is: 'paid' }): Promise<string | undefined>;
  /** It was definitely not paid: its hold is released, or kept for the next attempt. */
  freed(recording: Recording, failed: PaymentOutcome & { is: 'failed' }): Promise<unknown>;
  /** The wallet reported the fee later, in sats; if undefined, the parents bear the fee. */
  feeTold?(recording: Recording, feeSats: bigint): Promise<unknown>;
};

export type Purposes = Readonly<Record<OutgoingPurpose, Purpose>>;
