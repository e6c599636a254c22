/**
 * Books approved requests. A request for an amount is booked here, where its money is held. A
 * request with a payload (a wallet's file, a part for a goal) is booked by the feature that stores
 * the payload; `app` passes in the table.
 */
import type { Database } from '#server/db/database.ts';
import type { Tx } from '#server/db/sql.ts';

/** Kinds of request with a payload to book on approval. */
export type PayloadKind = 'import' | 'allocation';

export type Payload = { readonly familyId: string; readonly payloadId: string };

/**
 * Books one payload in the transaction of the approval.
 * @throws Refusal if that is no longer possible
 */
export type Book = (tx: Tx, by: { userId: string; now: Date }) => Promise<void>;

export type Booking = {
  /**
   * The slow part of booking a payload, before the transaction.
   * @returns a function that books it, given the book's current state
   */
  readonly prepare: (db: Database, payload: Payload, now: Date) => Promise<Book>;
  /** Ends the payloads of requests that ended without approval, across families. */
  readonly forget: (tx: Tx, payloads: readonly Payload[]) => PromiseLike<unknown>;
  /** Facts about the payloads for messages, by payload id; added to the request's own facts. */
  readonly facts?: (tx: Tx, payloads: readonly Payload[]) => Promise<ReadonlyMap<string, Facts>>;
};

/** The facts of a message (features/notices/messages/contract.ts). */
export type Facts = Readonly<Record<string, string>>;

export type Bookings = Readonly<Record<PayloadKind, Booking>>;
