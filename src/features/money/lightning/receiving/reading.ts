/** Checks and formats children's invoices. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { ChildsInvoice } from '#features/book/payments/row.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import type { FamilyContext } from '#server/http/context.ts';
import { jsonSats } from '../connections/json-sats.ts';
import { type ChildInvoice, MOST_INVOICES_A_DAY } from './contract.ts';
import { madeToday } from './store.ts';

/** @throws Refusal NOT_FOUND */
export async function requireBook({ tx, actor }: FamilyContext, childId: string): Promise<void> {
  if (!(await findBooks(tx, actor.familyId, [childId])).has(childId))
    throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
}

/** @throws Refusal RATE_LIMITED */
export async function requireRoomToday(
  { tx, actor, now }: FamilyContext,
  childId: string,
): Promise<void> {
  if ((await madeToday(tx, actor.familyId, childId, now)) >= MOST_INVOICES_A_DAY)
    throw new Refusal('RATE_LIMITED', because('ENOUGH_TODAY'));
}

export const asInvoice = (row: ChildsInvoice): ChildInvoice => ({
  paymentHash: row.paymentHash,
  childId: row.childId,
  invoice: row.invoice,
  amount: jsonSats(row.amountSats),
  description: row.description,
  state: row.state,
  byBrowser: row.byBrowser,
  proof: row.proof,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  paidAt: row.endedAt?.toISOString() ?? null,
  entryId: row.entryId,
});
