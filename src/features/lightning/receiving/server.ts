/** Invoices for children through the API: the wallet makes them, a job sees them paid. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { ConnectionErrorCode } from '#core/lightning/wallet.ts';
import { ConnectionError, type MadeInvoice } from '#core/lightning/wallet.ts';
import { findBooks } from '#features/transactions/store.ts';
import type { FamilyContext, Handlers, Services } from '#server/http/mount.ts';
import { talkedBy } from '#server/http/talking.ts';
import { whyOf } from '../connecting.ts';
import { jsonSats } from '../json-sats.ts';
import { nextLook } from '../paying/rules.ts';
import { connectionFor } from '../store.ts';
import { openToReceive } from '../wallet.ts';
import {
  type ChildInvoice,
  EXPIRY_SECONDS,
  MOST_INVOICES_A_DAY,
  type receiving,
} from './contract.ts';
import { addInvoice, findInvoice, type InvoiceRow, madeToday, newestInvoices } from './store.ts';

/** What the payer reads; it names nobody. */
const ABOUT = 'For spending money';

/** As JSON: it is kept with the key. */
type Wanted = { familyId: string; amount: string; text: string };
type Made = { made: MadeInvoice; connectionId: string } | { failed: ConnectionErrorCode };

export const receivingHandlers = (services: Services): Handlers<typeof receiving> => ({
  create: talkedBy({
    prepare: async ({ childId, amount, description }, context): Promise<Wanted> => {
      await requireRoom(context, childId);
      const { familyId } = context.actor;
      return { familyId, amount: String(amount), text: description || ABOUT };
    },
    talk: (wanted) => make(services, wanted),
    settle: async ({ childId }, { tx, actor, now }, { prepared, told }) => {
      if (!told) throw new Refusal('CONFLICT', because('WALLET_NO_ANSWER'));
      if ('failed' in told) throw new Refusal('CONFLICT', whyOf(told.failed));
      const { familyId, userId: madeBy } = actor;
      const { invoice, verifyUrl = null } = told.made;
      const { paymentHash, text } = invoice;
      const amountSats = BigInt(prepared.amount);
      const expiresAt = new Date(invoice.expiresAt * 1_000);
      const { connectionId } = told;
      const made = { paymentHash, childId, invoice: text, verifyUrl, connectionId };
      await addInvoice(
        tx,
        familyId,
        { ...made, amountSats, madeBy, description: prepared.text, createdAt: now, expiresAt },
        nextLook(now, now),
      );
      const found = await findInvoice(tx, familyId, paymentHash);
      // A wallet that answers with an invoice of somebody else has made none.
      if (found?.childId !== childId) throw new Refusal('CONFLICT', because('WALLET_BAD_ANSWER'));
      return asInvoice(found);
    },
  }),

  list: async ({ childId }, { tx, actor: { familyId } }) => {
    await requireBook(tx, familyId, childId);
    return (await newestInvoices(tx, familyId, childId)).map(asInvoice);
  },
});

async function requireBook(tx: FamilyContext['tx'], familyId: string, childId: string) {
  if (!(await findBooks(tx, familyId, [childId])).has(childId))
    throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
}

async function requireRoom({ tx, actor, now }: FamilyContext, childId: string): Promise<void> {
  const { familyId } = actor;
  await requireBook(tx, familyId, childId);
  const connection = await connectionFor(tx, familyId, 'receive');
  if (!connection) throw new Refusal('CONFLICT', because('NO_LIGHTNING'));
  if (connection.state === 'can_pay') throw new Refusal('CONFLICT', because('RECEIVING_CAN_PAY'));
  if ((await madeToday(tx, familyId, childId, now)) >= MOST_INVOICES_A_DAY)
    throw new Refusal('RATE_LIMITED', because('ENOUGH_TODAY'));
}

async function make(services: Services, { familyId, amount, text }: Wanted): Promise<Made> {
  try {
    const opened = await openToReceive(services, familyId);
    if (!opened) return { failed: 'NOT_OFFERED' };
    const { wallet, row } = opened;
    try {
      const about = { text };
      const wanted = { amountSats: BigInt(amount), about, expirySeconds: EXPIRY_SECONDS };
      return { made: await wallet.makeInvoice(wanted), connectionId: row.connectionId };
    } finally {
      wallet.close();
    }
  } catch (error) {
    if (error instanceof ConnectionError) return { failed: error.code };
    throw error;
  }
}

const asInvoice = (row: InvoiceRow): ChildInvoice => ({
  paymentHash: row.paymentHash,
  childId: row.childId,
  invoice: row.invoice,
  amount: jsonSats(row.amountSats),
  description: row.description,
  state: row.state,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  entryId: row.entryId,
});
