/** What a payment is for. Each purpose says for itself what follows in the book. */
import type { Outgoing, OutgoingPurpose } from '#features/payments/row.ts';
import type { BillingSettings } from '#server/billing-settings.ts';
import type { Tx } from '#server/db/database.ts';
import type { Queue } from '#server/jobs.ts';
import type { News } from './news.ts';

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
  /** The parent on whose word it ends; undefined where a wallet or a proof says so. */
  readonly by: string | undefined;
  readonly now: Date;
};

export type Purpose = {
  /**
   * It was paid: its hold becomes an entry. Without a hold it had counted as failed.
   * @returns the entry's id; undefined where the money is gone, or no longer for this: a parent is
   * asked then, and the row is `paid` when they say yes
   */
  booked(recording: Recording, paid: News & { is: 'paid' }): Promise<string | undefined>;
  /** It surely was not paid: what it holds is free, or is held on for the next try. */
  freed(recording: Recording, failed: News & { is: 'failed' }): Promise<unknown>;
  /** The wallet told the fee later, in sats; without it the fee is the parents'. */
  feeTold?(recording: Recording, feeSats: bigint): Promise<unknown>;
};

export type Purposes = Readonly<Record<OutgoingPurpose, Purpose>>;
