/** SQL for children's invoices. */
import { DAY } from '#core/time.ts';
import { type ChildsInvoice, selectPayment } from '#features/book/payments/row.ts';
import type { Tx } from '#server/db/sql.ts';
import { newId } from '#server/ids.ts';

const SHOWN = 10;

export const newestInvoices = (tx: Tx, familyId: string, childId: string) => tx<ChildsInvoice[]>`
  ${selectPayment(tx)} WHERE p.family_id = ${familyId} AND p.child_id = ${childId}
    AND p.purpose = 'invoice'
  ORDER BY p.created_at DESC, p.payment_hash LIMIT ${SHOWN}`;

export async function findInvoice(
  tx: Tx,
  familyId: string,
  paymentHash: string,
): Promise<ChildsInvoice | undefined> {
  const [row] = await tx<ChildsInvoice[]>`
    ${selectPayment(tx)}
    WHERE p.family_id = ${familyId} AND p.purpose = 'invoice' AND p.payment_hash = ${paymentHash}`;
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

type NewInvoice = Pick<
  ChildsInvoice,
  | 'paymentHash'
  | 'childId'
  | 'invoice'
  | 'verifyUrl'
  | 'connectionId'
  | 'description'
  | 'amountSats'
  | 'madeBy'
  | 'createdAt'
  | 'expiresAt'
> & { byBrowser?: boolean };

/** If a wallet returns the same invoice twice, there is still only one row. */
export const addInvoice = (tx: Tx, familyId: string, one: NewInvoice, lookAt: Date) => tx`
  INSERT INTO payment (family_id, payment_id, purpose, payment_hash, child_id, invoice, verify_url,
    connection_id, description, amount_sats, state, by_browser, made_by, created_at, expires_at,
    look_at)
  VALUES (${familyId}, ${newId(one.createdAt.getTime())}, 'invoice', ${one.paymentHash},
    ${one.childId}, ${one.invoice}, ${one.verifyUrl},
    ${one.connectionId}, ${one.description}, ${one.amountSats}, 'open',
    ${one.byBrowser ?? false}, ${one.madeBy}, ${one.createdAt}, ${one.expiresAt}, ${lookAt})
  ON CONFLICT DO NOTHING`;
