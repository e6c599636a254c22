/** SQL for payments. */

import { DAY } from '#core/time.ts';
import { type Failure, UNSENT } from '#features/book/payments/contract.ts';
import { OUTGOING, type Outgoing, selectPayment } from '#features/book/payments/row.ts';
import type { Sql, Tx } from '#server/db/sql.ts';
import { jsonSats } from '../connections/json-sats.ts';
import { childRows } from '../connections/store.ts';
import type { PaymentRecord, PaymentState } from './contract.ts';

/** The payer: this server, or a parent's browser with the vault open. */
export type Payer = { provider: string; isBrowser: boolean };

const ours = (sql: Sql) => sql`p.purpose = ANY (${[...OUTGOING]}::text[])`;

const SHOWN_DAYS = 30;
const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY);

/** Payments of open books. */
export const shownPayments = (tx: Tx, familyId: string, now: Date, childId?: string | null) => tx<
  Outgoing[]
>`
  ${selectPayment(tx)}
  WHERE p.family_id = ${familyId} ${childId ? tx`AND p.child_id = ${childId}` : tx``}
    AND ${ours(tx)} AND c.removed_at IS NULL
    AND (p.state IN ('asked', 'open') OR p.created_at > ${daysAgo(now, SHOWN_DAYS)})
  ORDER BY p.created_at DESC, p.payment_id DESC LIMIT 200`;

export async function findPayment(
  tx: Tx,
  familyId: string,
  paymentId: string,
): Promise<Outgoing | undefined> {
  const [row] = await tx<Outgoing[]>`
    ${selectPayment(tx)}
    WHERE p.family_id = ${familyId} AND p.payment_id = ${paymentId} AND ${ours(tx)}`;
  return row;
}

/** Finds the payment of a savings transfer, open or paid. */
export async function findPaymentOf(
  tx: Tx,
  familyId: string,
  requestId: string,
): Promise<Outgoing | undefined> {
  const [row] = await tx<Outgoing[]>`
    ${selectPayment(tx)} WHERE p.family_id = ${familyId} AND p.pays = ${requestId}
      AND p.purpose = 'transfer' AND (p.state = 'open' OR p.state = 'paid' AND p.failure IS NULL
        AND p.answer IS NULL)`;
  return row;
}

/**
 * Returns why an invoice is refused: paid or being paid, the family's own, or tried before. The
 * wallet's record of a first attempt could be mistaken for that of a second.
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
 * Sums up payments a child made, or may still make, without asking in the last 24 hours. A parent's
 * statement that one was paid isn't an approval: it is still included.
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

/** Returns how much a child may still pay today without asking. */
export async function leftToday(
  tx: Tx,
  familyId: string,
  childId: string,
  now: Date,
): Promise<bigint> {
  const rows = await childRows(tx, familyId);
  const limit = rows.find((row) => row.childId === childId)?.payLimitSats ?? 0n;
  const left = limit - (await paidToday(tx, familyId, childId, now));
  return left > 0n ? left : 0n;
}

type NewPayment = Pick<
  Outgoing,
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
  Partial<Pick<Outgoing, 'byBrowser' | 'pays' | 'verifyUrl'>>;

export const addPayment = (tx: Tx, familyId: string, p: NewPayment, lookAt: Date) => tx`
  INSERT INTO payment (family_id, payment_id, purpose, child_id, payment_hash, invoice, payee,
    description, amount_sats, fee_limit_sats, state, provider, hold_id, by_child, by_browser,
    made_by, created_at, expires_at, look_at, pays, verify_url)
  VALUES (${familyId}, ${p.paymentId}, ${p.purpose}, ${p.childId}, ${p.paymentHash},
    ${p.invoice}, ${p.payee}, ${p.description}, ${p.amountSats}, ${p.feeLimitSats},
    ${p.state}, ${p.provider}, ${p.holdId}, ${p.byChild},
    ${p.byBrowser ?? false}, ${p.madeBy}, ${p.createdAt}, ${p.expiresAt}, ${lookAt},
    ${p.pays ?? null}, ${p.verifyUrl ?? null})`;

/** Records a parent's approval. */
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
  /** The wallet connection that is to pay; null if there is none. */
  connectionId: string | null;
  /** The session of the browser that uses it. */
  handedTo?: string | null;
  now: Date;
};

/** Call it before the wallet is told to pay. True for the only caller that may ever do so. */
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

type End = Pick<Outgoing, 'state' | 'failure' | 'feeSats' | 'preimage' | 'proof' | 'entryId'>;

/** The caller has ended its hold in the same transaction. */
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

/** Saves the fee that the wallet reported later; null if it reports none. */
export const setFee = (tx: Tx, familyId: string, paymentId: string, feeSats: bigint | null) => tx`
  UPDATE payment SET fee_sats = ${feeSats}, look_at = NULL
  WHERE family_id = ${familyId} AND payment_id = ${paymentId}`;

/** Open means that the wallet was told to pay, or is about to be. */
export const shownState = ({ state }: Pick<Outgoing, 'state'>): PaymentState =>
  state === 'open' ? 'checking' : state;

export const asPayment = (row: Outgoing): PaymentRecord => ({
  id: row.paymentId,
  childId: row.childId,
  childName: row.childName ?? '',
  state: shownState(row),
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
