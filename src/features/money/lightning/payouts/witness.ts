/**
 * Queries the payee. Long after the invoice has expired, the family's wallet may deny a payment it
 * made; the payee's wallet knows what arrived.
 */

import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { ConnectionError, type LightningWallet, type LookUp } from '#core/lightning/wallet.ts';
import type { Outgoing } from '#features/book/payments/row.ts';
import { openWallet } from '#server/adapters/lightning/open.ts';
import { reachOf } from '../connections/wallet.ts';
import type { PaymentOutcome } from '../paying/outcome.ts';
import { type PayoutContext, receiverOf } from './paying.ts';
import { findPayout } from './store.ts';

/** Checks an outcome that would end a payment on the wallet's word; returns others unchanged. */
export async function askPayee(
  context: PayoutContext,
  familyId: string,
  payment: Outgoing,
  outcome: PaymentOutcome,
): Promise<PaymentOutcome> {
  if (outcome.is !== 'failed' || outcome.by !== 'wallet' || payment.purpose !== 'payout')
    return outcome;
  const found = await lookUpAt(context, familyId, payment);
  if (found?.state === 'open' || found?.state === 'expired') return { ...outcome, by: 'payee' };
  if (found?.state !== 'settled') return outcome;
  if (found.proof === 'stated') return { is: 'unknown', failure: 'unclear' };
  return { is: 'paid', proof: 'proven', preimage: found.preimage, feeSats: null };
}

/** Undefined if the payee can't be queried. */
async function lookUpAt(
  context: PayoutContext,
  familyId: string,
  { childId, pays, invoice: text, verifyUrl }: Outgoing,
): Promise<LookUp | undefined> {
  const { db, chain } = context;
  if (pays === null) return undefined;
  const payout = await db.readFamily(familyId, (tx) => findPayout(tx, familyId, pays));
  const address = payout?.agreedAddress ?? null;
  const settings = await receiverOf(context, familyId, { address, childId });
  if (!settings) return undefined;
  let wallet: LightningWallet | undefined;
  try {
    wallet = await openWallet(settings, reachOf(chain));
    const invoice = decodeInvoice(text);
    return await wallet.lookUp({ direction: 'in', invoice, verifyUrl: verifyUrl ?? undefined });
  } catch (error) {
    if (error instanceof ConnectionError) return undefined;
    throw error;
  } finally {
    wallet?.close();
  }
}
