/** Payments in the database. */

import { DAY } from '#core/time.ts';
import { shownName } from '#features/children/store.ts';
import type { Sql, Tx } from '#server/db/database.ts';
import { jsonSats } from '../connections/json-sats.ts';
import type { Failure, PaymentRecord, PaymentState, Proof } from './contract.ts';

/** What pays: this server, or a browser in which a parent has opened the vault. */
export type Payer = { provider: string; isBrowser: boolean };

/** What the family's wallet pays for a child. */
const OUTGOING = ['spend', 'payout', 'transfer'] as const;
export type OutgoingPurpose = (typeof OUTGOING)[number];

export type PaymentRow = {
  paymentId: string;
  childId: string;
  childName: string | null;
  paymentHash: string;
  invoice: string;
  payee: string;
  description: string;
  amountSats: bigint;
  feeLimitSats: bigint;
  state: PaymentState;
  failure: Failure | null;
  feeSats: bigint | null;
  preimage: string | null;
  proof: Proof | null;
  provider: string | null;
  holdId: string | null;
  entryId: string | null;
  byChild: boolean;
  /** A parent's browser tells the wallet to pay. */
  byBrowser: boolean;
  /** The session of the browser that has taken it. */
  handedTo: string | null;
  madeBy: string;
  madeByName: string | null;
  decidedBy: string | null;
  decidedByName: string | null;
  createdAt: Date;
  expiresAt: Date;
  sentAt: Date | null;
  /** Of the connection that was told to pay. */
  connectionId: string | null;
  purpose: OutgoingPurpose;
  /** The booked allowance, or the request of the transfer, that this pays. */
  pays: string | null;
  /** Where the payee's server tells whether it was paid. */
  verifyUrl: string | null;
  endedAt: Date | null;
};

const ours = (sql: Sql) => sql`p.purpose = ANY (${[...OUTGOING]}::text[])`;

const stateOf = (sql: Sql) => sql`CASE p.state WHEN 'open' THEN 'checking' ELSE p.state END`;

const selected = (sql: Sql) => sql`
  SELECT p.payment_id, p.child_id, ${shownName(sql)} AS child_name, p.payment_hash, p.invoice,
    p.payee, p.description, p.amount_sats, p.fee_limit_sats, ${stateOf(sql)} AS state, p.failure,
    p.fee_sats, p.preimage, p.proof, p.provider, p.hold_id, p.entry_id, p.by_child, p.by_browser,
    p.handed_to, p.made_by, m.first_name AS made_by_name, p.decided_by,
    d.first_name AS decided_by_name, p.created_at, p.expires_at, p.sent_at, p.connection_id,
    p.purpose, p.pays, p.verify_url, p.ended_at
  FROM payment p
  LEFT JOIN child c ON c.family_id = p.family_id AND c.child_id = p.child_id
  LEFT JOIN users m ON m.family_id = p.family_id AND m.user_id = p.made_by
  LEFT JOIN users d ON d.family_id = p.family_id AND d.user_id = p.decided_by`;

const SHOWN_DAYS = 30;
const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY);

export const shownPayments = (tx: Tx, familyId: string, now: Date, childId?: string | null) => tx<
  PaymentRow[]
>`
  ${selected(tx)}
  WHERE p.family_id = ${familyId} ${childId ? tx`AND p.child_id = ${childId}` : tx``}
    AND ${ours(tx)} AND (p.state IN ('asked', 'open') OR p.created_at > ${daysAgo(now, SHOWN_DAYS)})
  ORDER BY p.created_at DESC, p.payment_id DESC LIMIT 200`;

export async function findPayment(
  tx: Tx,
  familyId: string,
  paymentId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await tx<PaymentRow[]>`
    ${selected(tx)}
    WHERE p.family_id = ${familyId} AND p.payment_id = ${paymentId} AND ${ours(tx)}`;
  return row;
}

/** The payment of a savings transfer that is open or was made. */
export async function findPaymentOf(
  tx: Tx,
  familyId: string,
  requestId: string,
): Promise<PaymentRow | undefined> {
  const [row] = await tx<PaymentRow[]>`
    ${selected(tx)} WHERE p.family_id = ${familyId} AND p.pays = ${requestId}
      AND p.purpose = 'transfer' AND (p.state = 'open' OR p.state = 'paid' AND p.failure IS NULL
        AND p.answer IS NULL)`;
  return row;
}

/** Nothing was sent: the same invoice may be tried again. */
const UNSENT: readonly Failure[] = [
  'over-budget',
  'no-budget',
  'not-agreed',
  'insufficient',
  'not-offered',
  'unreachable',
  'busy',
  'refused',
  'never-sent',
];

/**
 * Whether the invoice is being paid or was paid, is one of the family's own, or was tried: the
 * wallet's record of the first try would be taken for the second one's.
 */
export async function isKnown(
  tx: Tx,
  familyId: string,
  paymentHash: string,
): Promise<'paid' | 'own' | 'tried' | undefined> {
  const [row] = await tx<{ paid: boolean; own: boolean; tried: boolean }[]>`
    SELECT
      coalesce(bool_or(direction = 'out' AND state IN ('asked', 'open', 'paid')), false) AS paid,
      coalesce(bool_or(direction = 'out' AND state = 'failed'
        AND NOT failure = ANY (${[...UNSENT]}::text[])), false) AS tried,
      coalesce(bool_or(direction = 'in'), false) AS own
    FROM payment WHERE family_id = ${familyId} AND payment_hash = ${paymentHash}`;
  if (row?.paid) return 'paid';
  if (row?.tried) return 'tried';
  return row?.own ? 'own' : undefined;
}

/**
 * What a child has paid without asking within the last 24 hours, or may yet pay of it. A parent's
 * word that a payment was made is no yes to it: it counts on.
 */
export async function paidToday(
  tx: Tx,
  familyId: string,
  childId: string,
  now: Date,
): Promise<bigint> {
  const [row] = await tx<{ sats: bigint }[]>`
    SELECT coalesce(sum(amount_sats + CASE WHEN state = 'paid' THEN coalesce(fee_sats, 0)
      ELSE fee_limit_sats END), 0)::bigint AS sats
    FROM payment
    WHERE family_id = ${familyId} AND child_id = ${childId} AND by_child
      AND (decided_by IS NULL OR proof = 'person') AND state IN ('open', 'paid')
      AND created_at > ${daysAgo(now, 1)}`;
  return row?.sats ?? 0n;
}

type NewPayment = Pick<
  PaymentRow,
  | 'paymentId'
  | 'purpose'
  | 'childId'
  | 'paymentHash'
  | 'invoice'
  | 'payee'
  | 'description'
  | 'amountSats'
  | 'feeLimitSats'
  | 'state'
  | 'provider'
  | 'holdId'
  | 'byChild'
  | 'madeBy'
  | 'createdAt'
  | 'expiresAt'
> &
  Partial<Pick<PaymentRow, 'byBrowser' | 'pays' | 'verifyUrl'>>;

export const addPayment = (tx: Tx, familyId: string, p: NewPayment, lookAt: Date) => tx`
  INSERT INTO payment (family_id, payment_id, purpose, child_id, payment_hash, invoice, payee,
    description, amount_sats, fee_limit_sats, state, provider, hold_id, by_child, by_browser,
    made_by, created_at, expires_at, look_at, pays, verify_url)
  VALUES (${familyId}, ${p.paymentId}, ${p.purpose}, ${p.childId}, ${p.paymentHash},
    ${p.invoice}, ${p.payee}, ${p.description}, ${p.amountSats}, ${p.feeLimitSats},
    ${p.state === 'checking' ? 'open' : p.state}, ${p.provider}, ${p.holdId}, ${p.byChild},
    ${p.byBrowser ?? false}, ${p.madeBy}, ${p.createdAt}, ${p.expiresAt}, ${lookAt},
    ${p.pays ?? null}, ${p.verifyUrl ?? null})`;

/** A parent's yes. */
export const setDecided = (
  tx: Tx,
  familyId: string,
  paymentId: string,
  { by, payer, lookAt }: { by: string; payer: Payer; lookAt: Date },
) => tx`
  UPDATE payment SET state = 'open', decided_by = ${by}, provider = ${payer.provider},
    by_browser = ${payer.isBrowser}, look_at = ${lookAt}
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND state = 'asked'`;

type Claim = {
  /** Of the wallet's connection that is told to pay; null where none can be told. */
  connectionId: string | null;
  /** The session of the browser that tells it. */
  handedTo?: string | null;
  now: Date;
};

/**
 * Before the wallet is told to pay: whoever gets true tells it, nobody else ever does.
 */
export async function claimSending(
  tx: Tx,
  familyId: string,
  paymentId: string,
  { connectionId, handedTo = null, now }: Claim,
): Promise<boolean> {
  const claimed = await tx`
    UPDATE payment SET sent_at = ${now}, connection_id = ${connectionId},
      handed_to = ${handedTo}
    WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND state = 'open'
      AND sent_at IS NULL`;
  return claimed.count === 1;
}

type End = Pick<PaymentRow, 'state' | 'failure' | 'feeSats' | 'preimage' | 'proof' | 'entryId'>;

/** Its hold has ended, in the same transaction. */
export const endPayment = (
  tx: Tx,
  familyId: string,
  paymentId: string,
  { state, failure, feeSats, preimage, proof, entryId }: End,
  { now, lookAt, by }: { now: Date; lookAt: Date | null; by?: string | undefined },
) => tx`
  UPDATE payment SET state = ${state}, failure = ${failure}, fee_sats = ${feeSats},
    preimage = ${preimage}, proof = ${proof}, entry_id = ${entryId}, hold_id = NULL,
    ended_at = ${now}, look_at = ${lookAt}, decided_by = coalesce(${by ?? null}, decided_by)
  WHERE family_id = ${familyId} AND payment_id = ${paymentId}`;

export const noteUnknown = (
  tx: Tx,
  familyId: string,
  paymentId: string,
  failure: Failure,
  lookAt: Date,
) => tx`
  UPDATE payment SET failure = ${failure}, look_at = ${lookAt}
  WHERE family_id = ${familyId} AND payment_id = ${paymentId} AND state = 'open'`;

/** The fee that the wallet told later; null where it tells none. */
export const setFee = (tx: Tx, familyId: string, paymentId: string, feeSats: bigint | null) => tx`
  UPDATE payment SET fee_sats = ${feeSats}, look_at = NULL
  WHERE family_id = ${familyId} AND payment_id = ${paymentId}`;

export const asPayment = (row: PaymentRow): PaymentRecord => ({
  id: row.paymentId,
  childId: row.childId,
  childName: row.childName ?? '',
  state: row.state,
  failure: row.failure,
  amount: jsonSats(row.amountSats),
  fee: row.feeSats === null ? null : jsonSats(row.feeSats),
  feeLimit: jsonSats(row.feeLimitSats),
  description: row.description,
  payee: row.payee,
  paymentHash: row.paymentHash,
  proof: row.proof,
  preimage: row.preimage,
  provider: row.provider,
  browser: row.byBrowser ? (row.sentAt === null ? 'waits' : 'taken') : null,
  madeBy: row.madeByName,
  decidedBy: row.decidedByName,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  entryId: row.entryId,
});
