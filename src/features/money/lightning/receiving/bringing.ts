/**
 * Invoices that a parent's unlocked browser gets from the wallet, because the family's only
 * connection is in its vault. The server checks as much as it can of the invoice. Only the wallet
 * knows about the payment: the browser passes on its reply, and a preimage is compared with the
 * payment hash.
 */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { proofOf } from '#core/lightning/answers.ts';
import type { LookUp } from '#core/lightning/wallet.ts';
import { recordArrival } from '#features/book/payments/arrivals.ts';
import type { ChildsInvoice } from '#features/book/payments/row.ts';
import { nextLook } from '#features/book/payments/rules.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { vaultConnection } from '../connections/store.ts';
import { KNOWN, readInvoice } from '../paying/invoices.ts';
import { isKnown } from '../paying/store.ts';
import { invoiceArrival } from './arrival.ts';
import { ABOUT, type bringing } from './contract.ts';
import { asInvoice, requireBook, requireRoomToday } from './reading.ts';
import { addInvoice, findInvoice } from './store.ts';

export const bringingHandlers = (services: Services): Handlers<typeof bringing> => ({
  keep: async ({ childId, amount, description, invoice: typed }, context) => {
    const { tx, actor, now } = context;
    const { familyId, userId: madeBy } = actor;
    await requireBook(context, childId);
    const spending = await vaultConnection(tx, familyId);
    if (!spending) throw new Refusal('CONFLICT', because('NO_LIGHTNING'));
    await requireRoomToday(context, childId);
    const { network } = services.chain;
    const made = await readMade(context, typed, amount, network);
    const { text, paymentHash, expiresAt } = made;
    await addInvoice(
      tx,
      familyId,
      {
        ...{ paymentHash, childId, invoice: text, verifyUrl: null, connectionId: spending.id },
        ...{ description: description || ABOUT, amountSats: amount, byBrowser: true, madeBy },
        ...{ createdAt: now, expiresAt },
      },
      nextLook(now, now),
    );
    return asInvoice(await requireBrought(context, paymentHash));
  },

  tell: async ({ paymentHash, outcome, preimage }, context) => {
    const { tx, actor, now } = context;
    const { paymentId } = await requireBrought(context, paymentHash);
    const spending = await vaultConnection(tx, actor.familyId);
    const found: LookUp =
      outcome === 'paid'
        ? {
            state: 'settled',
            settledAt: undefined,
            feeSats: undefined,
            ...proofOf(preimage, paymentHash),
          }
        : { state: 'open' };
    const recorder = { ...services, clock: () => now };
    const answered = { by: spending?.id, now };
    const result = { found, answered };
    await recordArrival(invoiceArrival, recorder, tx, actor.familyId, paymentId, result);
    return asInvoice(await requireBrought(context, paymentHash));
  },
});

/** @throws Refusal unless it is a new invoice for this amount with enough time left to pay it */
async function readMade(
  { tx, actor, now }: FamilyContext,
  typed: string,
  amountSats: bigint,
  network: BitcoinNetwork,
): Promise<{ text: string; paymentHash: string; expiresAt: Date }> {
  const read = readInvoice(typed, network, now, 'invoice');
  const { text, paymentHash, amountMsat, expiresAt } = read;
  if (amountMsat !== amountSats * 1_000n)
    throw new Refusal('VALIDATION_ERROR', because('INVOICE_OTHER_AMOUNT'), 'invoice');
  const known = await isKnown(tx, actor.familyId, paymentHash);
  if (known) throw new Refusal('CONFLICT', because(KNOWN[known]));
  return { text, paymentHash, expiresAt: new Date(expiresAt * 1_000) };
}

/** @throws Refusal NOT_FOUND unless a browser supplied it */
async function requireBrought(
  { tx, actor }: FamilyContext,
  paymentHash: string,
): Promise<ChildsInvoice> {
  const row = await findInvoice(tx, actor.familyId, paymentHash);
  if (!row?.byBrowser) throw new Refusal('NOT_FOUND', because('NO_INVOICE'));
  return row;
}
