/**
 * What a yes books. A request for an amount is booked here, where its money is held. A request with
 * a payload, a wallet's file say, is booked by the feature that keeps the payload; `app` hands in
 * the table.
 */
import type { Tx } from '#server/db/database.ts';
import type { RequestKind } from './contract.ts';

/** The kinds of request whose yes books a payload. */
export type PayloadKind = Extract<RequestKind, 'import'>;

export type Payload = { readonly familyId: string; readonly payloadId: string };

export type Booking = {
  /**
   * Books a payload after a yes, as the book stands by then.
   * @throws Refusal when it can no longer be booked.
   */
  readonly book: (tx: Tx, payload: Payload, by: { userId: string; now: Date }) => Promise<void>;
  /** Forgets the payloads of requests that ended without a yes, of any families. */
  readonly forget: (tx: Tx, payloads: readonly Payload[]) => Promise<void>;
};

export type Bookings = Readonly<Record<PayloadKind, Booking>>;
