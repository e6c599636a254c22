/** The API for children's invoices: the wallet makes them, and a job notices payments. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { ConnectionErrorCode } from '#core/lightning/wallet.ts';
import { ConnectionError, type MadeInvoice } from '#core/lightning/wallet.ts';
import { nextLook } from '#features/book/payments/rules.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { talkedBy } from '#server/http/talking.ts';
import { whyOf } from '../connections/connecting.ts';
import { connectionFor } from '../connections/store.ts';
import { openToReceive } from '../connections/wallet.ts';
import { ABOUT, EXPIRY_SECONDS, type receiving } from './contract.ts';
import { asInvoice, requireBook, requireRoomToday } from './reading.ts';
import { addInvoice, findInvoice, newestInvoices } from './store.ts';

/** Stored as JSON with the key. */
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
    settle: async ({ childId }, { tx, actor, now }, { prepared, result }) => {
      if (!result) throw new Refusal('CONFLICT', because('WALLET_NO_ANSWER'));
      if ('failed' in result) throw new Refusal('CONFLICT', whyOf(result.failed));
      const { familyId, userId: madeBy } = actor;
      const { invoice, verifyUrl = null } = result.made;
      const { paymentHash, text } = invoice;
      const amountSats = BigInt(prepared.amount);
      const expiresAt = new Date(invoice.expiresAt * 1_000);
      const { connectionId } = result;
      const made = { paymentHash, childId, invoice: text, verifyUrl, connectionId };
      await addInvoice(
        tx,
        familyId,
        { ...made, amountSats, madeBy, description: prepared.text, createdAt: now, expiresAt },
        nextLook(now, now),
      );
      const found = await findInvoice(tx, familyId, paymentHash);
      // A wallet that returns another child's invoice has made none.
      if (found?.childId !== childId) throw new Refusal('CONFLICT', because('WALLET_BAD_ANSWER'));
      return asInvoice(found);
    },
  }),

  list: async ({ childId }, context) => {
    await requireBook(context, childId);
    const { tx, actor } = context;
    return (await newestInvoices(tx, actor.familyId, childId)).map(asInvoice);
  },
});

async function requireRoom(context: FamilyContext, childId: string): Promise<void> {
  const { tx, actor } = context;
  await requireBook(context, childId);
  const connection = await connectionFor(tx, actor.familyId, 'receive');
  if (!connection) throw new Refusal('CONFLICT', because('NO_LIGHTNING'));
  if (connection.state === 'can_pay') throw new Refusal('CONFLICT', because('RECEIVING_CAN_PAY'));
  await requireRoomToday(context, childId);
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
