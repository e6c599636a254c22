/**
 * Books approved requests. A request for an amount is booked here, where its money is held. A
 * request with a payload (a wallet's file, a part for a goal) is booked by the feature that stores
 * the payload; `app` passes in the table.
 */
import type { Database, Tx } from '#server/db/database.ts';

/** The kinds of request whose approval books a payload. */
export type PayloadKind = 'import' | 'allocation';

export type Payload = { readonly familyId: string; readonly payloadId: string };

/** Books one payload in the transaction of the approval. @throws Refusal when it no longer can. */
export type Book = (tx: Tx, by: { userId: string; now: Date }) => Promise<void>;

export type Booking = {
  /**
   * The slow part of booking a payload, before the transaction.
   * @returns what books it, in the current state of the book.
   */
  readonly prepare: (db: Database, payload: Payload, now: Date) => Promise<Book>;
  /** Ends the payloads of requests that ended without approval, in any families. */
  readonly forget: (tx: Tx, payloads: readonly Payload[]) => PromiseLike<unknown>;
  /** What messages say of the payloads, by their ids, beside the request's own facts. */
  readonly facts?: (tx: Tx, payloads: readonly Payload[]) => Promise<ReadonlyMap<string, Facts>>;
};

/** Of a message (features/messages/contract.ts). */
export type Facts = Readonly<Record<string, string>>;

export type Bookings = Readonly<Record<PayloadKind, Booking>>;
