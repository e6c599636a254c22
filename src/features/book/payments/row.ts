/**
 * One row of `payment` for every feature: all columns, plus the names of its people. The columns
 * that a purpose always has are narrowed below, following the table's constraints.
 */
import { shownName } from '#features/people/children/store.ts';
import type { Sql } from '#server/db/sql.ts';
import type { Failure } from './contract.ts';

/** A receipt, the wallet's own record, or a person's statement. */
export type Proof = 'proven' | 'stated' | 'person';

export type Payment = {
  paymentId: string;
  purpose:
    | 'spend'
    | 'payout'
    | 'transfer'
    | 'send'
    | 'vault_day'
    | 'invoice'
    | 'gift'
    | 'deposit'
    | 'subscription';
  childId: string | null;
  childName: string | null;
  amountSats: bigint;
  state: 'asked' | 'open' | 'paid' | 'failed' | 'declined' | 'expired';
  failure: string | null;
  feeLimitSats: bigint | null;
  feeSats: bigint | null;
  proof: Proof | null;
  preimage: string | null;
  paymentHash: string | null;
  invoice: string | null;
  payee: string | null;
  /** URL at the payee's server that reports whether it was paid. */
  verifyUrl: string | null;
  /** The connection used for paying or for making the invoice; or the operator's wallet. */
  connectionId: string | null;
  provider: string | null;
  /** A parent's browser talks to the wallet. */
  byBrowser: boolean;
  /** The session of the browser that took over the payment. */
  handedTo: string | null;
  address: string | null;
  scriptHash: string | null;
  txid: string | null;
  vout: number | null;
  height: number | null;
  /** Earlier transactions to the address; null if no source could be queried at the time. */
  knownTxids: readonly string[] | null;
  description: string;
  /** The entry of a pay day, the request of a transfer, or the vault day. */
  pays: string | null;
  holdId: string | null;
  entryId: string | null;
  madeBy: string | null;
  madeByName: string | null;
  byChild: boolean;
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
  /** Who gets an arrival. */
  answer: 'savings' | 'spending' | 'goal' | 'child' | 'promised' | 'nobody' | null;
  /** The number of months that a subscription buys. */
  months: number | null;
  referralCode: string | null;
  createdAt: Date;
  expiresAt: Date | null;
  sentAt: Date | null;
  seenAt: Date | null;
  endedAt: Date | null;
};

export type Filled<Key extends keyof Payment> = { [K in Key]: NonNullable<Payment[K]> };
type Invoiced = Payment & Filled<'paymentHash' | 'invoice' | 'expiresAt'>;

/** Payments from the family's wallet for a child. */
export const OUTGOING = ['spend', 'payout', 'transfer'] as const;
export type OutgoingPurpose = (typeof OUTGOING)[number];
export type Outgoing = Invoiced &
  Filled<'childId' | 'payee' | 'feeLimitSats' | 'madeBy'> & {
    purpose: OutgoingPurpose;
    state: Exclude<Payment['state'], 'expired'>;
    failure: Failure | null;
  };

/** Expected over Lightning, in the family's wallet or the operator's. */
export type Incoming = Invoiced & {
  purpose: 'invoice' | 'gift' | 'subscription';
  state: 'open' | 'paid' | 'expired';
  proof: Exclude<Proof, 'person'> | null;
};
export type ChildsInvoice = Incoming & Filled<'childId' | 'madeBy'>;
export type GiftRow = Incoming & Filled<'childId' | 'connectionId'>;

/** A row's columns plus `more`, from `payment p` and the people it refers to. */
export const selectPayment = (sql: Sql, more = sql``) => sql`
  SELECT p.payment_id, p.purpose, p.child_id, ${shownName(sql)} AS child_name, p.amount_sats,
    p.state, p.failure, p.fee_limit_sats, p.fee_sats, p.proof, p.preimage, p.payment_hash,
    p.invoice, p.payee, p.verify_url, p.connection_id, p.provider, p.by_browser, p.handed_to,
    p.address, p.script_hash, p.txid, p.vout, p.height, p.known_txids, p.description, p.pays,
    p.hold_id, p.entry_id, p.made_by, m.first_name AS made_by_name, p.by_child, p.decided_by,
    d.first_name AS decided_by_name, p.decided_at, p.answer, p.months, p.referral_code,
    p.created_at, p.expires_at, p.sent_at, p.seen_at, p.ended_at ${more}
  FROM payment p
  LEFT JOIN child c ON c.family_id = p.family_id AND c.child_id = p.child_id
  LEFT JOIN users m ON m.family_id = p.family_id AND m.user_id = p.made_by
  LEFT JOIN users d ON d.family_id = p.family_id AND d.user_id = p.decided_by`;
