/** Invoices for children in the database. */
import { DAY } from '#core/time.ts';
import type { Tx } from '#server/db/database.ts';
import type { InvoiceState } from './contract.ts';

export type InvoiceRow = {
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
  SELECT payment_hash, child_id, invoice, verify_url, connection_id, description, amount_sats,
    state, by_browser, proof, entry_id, made_by, created_at, expires_at, paid_at
  FROM lightning_invoice`;

const SHOWN = 10;

export const newestInvoices = (tx: Tx, familyId: string, childId: string) => tx<InvoiceRow[]>`
  ${selected(tx)} WHERE family_id = ${familyId} AND child_id = ${childId}
  ORDER BY created_at DESC, payment_hash LIMIT ${SHOWN}`;

export async function findInvoice(
  tx: Tx,
  familyId: string,
  paymentHash: string,
): Promise<InvoiceRow | undefined> {
  const [row] = await tx<InvoiceRow[]>`
    ${selected(tx)} WHERE family_id = ${familyId} AND payment_hash = ${paymentHash}`;
  return row;
}

export async function madeToday(
  tx: Tx,
  familyId: string,
  childId: string,
  now: Date,
): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM lightning_invoice
    WHERE family_id = ${familyId} AND child_id = ${childId}
      AND created_at > ${new Date(now.getTime() - DAY)}`;
  return row?.count ?? 0;
}

type NewInvoice = Omit<InvoiceRow, 'state' | 'byBrowser' | 'proof' | 'entryId' | 'paidAt'> & {
  byBrowser?: boolean;
};

/** A wallet that hands out one invoice twice gets one row. */
export const addInvoice = (tx: Tx, familyId: string, one: NewInvoice, lookAt: Date) => tx`
  INSERT INTO lightning_invoice (family_id, payment_hash, child_id, invoice, verify_url,
    connection_id, description, amount_sats, state, by_browser, made_by, created_at, expires_at,
    look_at)
  VALUES (${familyId}, ${one.paymentHash}, ${one.childId}, ${one.invoice}, ${one.verifyUrl},
    ${one.connectionId}, ${one.description}, ${one.amountSats}, 'open',
    ${one.byBrowser ?? false}, ${one.madeBy}, ${one.createdAt}, ${one.expiresAt}, ${lookAt})
  ON CONFLICT DO NOTHING`;

/** False if it was paid before: the caller books nothing then. */
export async function setPaid(
  tx: Tx,
  familyId: string,
  paymentHash: string,
  { entryId, proof, now }: { entryId: string; proof: 'proven' | 'stated'; now: Date },
): Promise<boolean> {
  const changed = await tx`
    UPDATE lightning_invoice SET state = 'paid', entry_id = ${entryId}, proof = ${proof},
      paid_at = ${now}, look_at = NULL
    WHERE family_id = ${familyId} AND payment_hash = ${paymentHash} AND entry_id IS NULL`;
  return changed.count === 1;
}

export const setExpired = (tx: Tx, familyId: string, paymentHash: string) => tx`
  UPDATE lightning_invoice SET state = 'expired', look_at = NULL
  WHERE family_id = ${familyId} AND payment_hash = ${paymentHash} AND state = 'open'`;

export const lookAgain = (tx: Tx, familyId: string, paymentHash: string, at: Date) => tx`
  UPDATE lightning_invoice SET look_at = ${at}
  WHERE family_id = ${familyId} AND payment_hash = ${paymentHash} AND state = 'open'`;
