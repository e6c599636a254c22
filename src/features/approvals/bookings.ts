/**
 * Books approved requests. A request for an amount is booked here, where its money is held. A
 * request with a payload (such as a wallet's file) is booked by the feature that stores the
 * payload; `app` passes in the table.
 */
import type { Tx } from '#server/db/database.ts';
import type { RequestKind } from './contract.ts';

/** The kinds of request whose approval books a payload. */
export type PayloadKind = Extract<RequestKind, 'import'>;

export type Payload = { readonly familyId: string; readonly payloadId: string };

export type Booking = {
  /**
   * Books a payload after its approval, in the current state of the book.
   * @throws Refusal when it can no longer be booked.
   */
  readonly book: (tx: Tx, payload: Payload, by: { userId: string; now: Date }) => Promise<void>;
  /** Deletes the payloads of requests that ended without approval, in any families. */
  readonly forget: (tx: Tx, payloads: readonly Payload[]) => Promise<void>;
};

export type Bookings = Readonly<Record<PayloadKind, Booking>>;
