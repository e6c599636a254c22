/** Invoices for children in the database. */
import { DAY } from '#core/time.ts';
import type { Tx } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import type { InvoiceState } from './contract.ts';

export type InvoiceRow = {
  paymentId: string;
  paymentHash: string;
  childId: string;
  invoice: string;
  verifyUrl: string | null;
  /** The connection that made it. */
  connectionId: string | null;
  description: string;
  amountSats: bigint;
  state: InvoiceState;
  /** A parent's browser made it, and asks the wallet. */
  byBrowser: boolean;
  proof: 'proven' | 'stated' | null;
  entryId: string | null;
  madeBy: string;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
};

const selected = (tx: Tx) => tx`
  SELECT payment_id, payment_hash, child_id, invoice, verify_url, connection_id, description,
    amount_sats, state, by_browser, proof, entry_id, made_by, created_at, expires_at,
    ended_at AS paid_at
  FROM payment`;

const SHOWN = 10;

export const newestInvoices = (tx: Tx, familyId: string, childId: string) => tx<InvoiceRow[]>`
  ${selected(tx)} WHERE family_id = ${familyId} AND child_id = ${childId}
    AND purpose = 'invoice'
  ORDER BY created_at DESC, payment_hash LIMIT ${SHOWN}`;

export async function findInvoice(
  tx: Tx,
  familyId: string,
  by: { paymentHash: string } | { paymentId: string },
): Promise<InvoiceRow | undefined> {
  const [row] = await tx<InvoiceRow[]>`
    ${selected(tx)}
    WHERE family_id = ${familyId} AND purpose = 'invoice' AND ${
      'paymentId' in by ? tx`payment_id = ${by.paymentId}` : tx`payment_hash = ${by.paymentHash}`
    }`;
  return row;
}

export async function madeToday(
  tx: Tx,
  familyId: string,
  childId: string,
  now: Date,
): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM payment
    WHERE family_id = ${familyId} AND child_id = ${childId} AND purpose = 'invoice'
      AND created_at > ${new Date(now.getTime() - DAY)}`;
  return row?.count ?? 0;
}

type NewInvoice = Omit<
  InvoiceRow,
  'paymentId' | 'state' | 'byBrowser' | 'proof' | 'entryId' | 'paidAt'
> & {
  byBrowser?: boolean;
};

/** A wallet that hands out one invoice twice gets one row. */
export const addInvoice = (tx: Tx, familyId: string, one: NewInvoice, lookAt: Date) => tx`
  INSERT INTO payment (family_id, payment_id, purpose, payment_hash, child_id, invoice, verify_url,
    connection_id, description, amount_sats, state, by_browser, made_by, created_at, expires_at,
    look_at)
  VALUES (${familyId}, ${newId(one.createdAt.getTime())}, 'invoice', ${one.paymentHash},
    ${one.childId}, ${one.invoice}, ${one.verifyUrl},
    ${one.connectionId}, ${one.description}, ${one.amountSats}, 'open',
    ${one.byBrowser ?? false}, ${one.madeBy}, ${one.createdAt}, ${one.expiresAt}, ${lookAt})
  ON CONFLICT DO NOTHING`;
