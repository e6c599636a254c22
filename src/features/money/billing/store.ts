/** SQL for invoices and credited months. */
import { DAY } from '#core/time.ts';
import { type Incoming, selectPayment } from '#features/book/payments/row.ts';
import type { Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';
import { extended } from './rules.ts';

export async function findInvoice(
  tx: Tx,
  familyId: string,
  paymentHash: string,
): Promise<Incoming | undefined> {
  const [row] = await tx<Incoming[]>`
    ${selectPayment(tx)} WHERE p.family_id = ${familyId} AND p.purpose = 'subscription'
      AND p.payment_hash = ${paymentHash}`;
  return row;
}

export type NewInvoice = Pick<
  Incoming,
  | 'paymentHash'
  | 'invoice'
  | 'description'
  | 'amountSats'
  | 'months'
  | 'referralCode'
  | 'connectionId'
  | 'madeBy'
  | 'createdAt'
  | 'expiresAt'
>;

/** @returns false if the invoice was already given out, to any family */
export async function addInvoice(
  tx: Tx,
  familyId: string,
  one: NewInvoice,
  lookAt: Date,
): Promise<boolean> {
  const sold = await tx`
    INSERT INTO sold_hash (payment_hash) VALUES (${one.paymentHash}) ON CONFLICT DO NOTHING`;
  if (sold.count === 0) return false;
  await tx`
  INSERT INTO payment (family_id, payment_id, purpose, payment_hash, invoice, description,
    amount_sats, months, referral_code, connection_id, state, made_by, created_at, expires_at,
    look_at)
  VALUES (${familyId}, ${newId(one.createdAt.getTime())}, 'subscription', ${one.paymentHash},
    ${one.invoice}, ${one.description}, ${one.amountSats},
    ${one.months}, ${one.referralCode}, ${one.connectionId}, 'open', ${one.madeBy}, ${one.createdAt},
    ${one.expiresAt}, ${lookAt})`;
  return true;
}

/** Counts the last day's invoices: the family's, and this person's. */
export async function madeToday(
  tx: Tx,
  familyId: string,
  userId: string,
  now: Date,
): Promise<{ ofFamily: number; ofPerson: number }> {
  const [row] = await tx<{ ofFamily: number; ofPerson: number }[]>`
    SELECT count(*)::integer AS of_family,
      count(*) FILTER (WHERE made_by = ${userId})::integer AS of_person
    FROM payment
    WHERE family_id = ${familyId} AND purpose = 'subscription' AND created_at > ${new Date(now.getTime() - DAY)}`;
  return row ?? { ofFamily: 0, ofPerson: 0 };
}

export type Credits = { expiresAt: Date | undefined; paidSats: bigint; invoices: number };

/** Sums up the family's credits. */
export async function readCredits(tx: Tx, familyId: string): Promise<Credits> {
  const [row] = await tx<{ expiresAt: Date | null; paidSats: bigint; invoices: number }[]>`
    SELECT max(expires_at) AS expires_at, coalesce(sum(amount_sats), 0)::bigint AS paid_sats,
      count(*) FILTER (WHERE source = 'invoice')::integer AS invoices
    FROM subscription_credit WHERE family_id = ${familyId}`;
  return {
    expiresAt: row?.expiresAt ?? undefined,
    paidSats: row?.paidSats ?? 0n,
    invoices: row?.invoices ?? 0,
  };
}

type NewCredit =
  | { source: 'invoice'; months: number; amountSats: bigint; paymentHash: string }
  | { source: 'invited' | 'friend'; months: number };

/** Call it behind the family's lock, or months could overlap. */
export async function addCredit(
  tx: Tx,
  familyId: string,
  credit: NewCredit,
  now: Date,
): Promise<void> {
  const { expiresAt } = await readCredits(tx, familyId);
  const { amountSats, paymentHash } =
    credit.source === 'invoice' ? credit : { amountSats: 0n, paymentHash: null };
  await tx`
    INSERT INTO subscription_credit (family_id, credit_id, source, payment_hash, months,
      amount_sats, credited_at, expires_at)
    VALUES (${familyId}, ${newId(now.getTime())}, ${credit.source}, ${paymentHash},
      ${credit.months}, ${amountSats}, ${now}, ${extended(expiresAt, credit.months, now)})`;
}
