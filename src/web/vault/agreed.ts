/**
 * Compares a person's approval with the order from the server. The worker decodes the invoice
 * itself: it pays only what was on the screen, even if a reply differs. It can't know who is behind
 * a Lightning address.
 */
import { decodeInvoice, type Invoice } from '#core/lightning/bolt11.ts';
import { LightningError } from '#core/lightning/error.ts';

/** As shown on the screen. Amounts in sats. */
export type Agreed = {
  amount: number;
  feeLimit: number;
  /** When the person pressed, in milliseconds; an old approval is no longer valid. */
  at: number;
  /** The pasted invoice, or its known parts. Undefined for an address. */
  invoice?: string;
  paymentHash?: string;
  payee?: string;
};

/** A payment order from the server. */
export type Taken = { invoice: string; feeLimit: number };

/** After the same time the server cancels orders that no browser has taken. */
const YES_COUNTS_MS = 60_000;

/** True if the invoice was made after the approval, because an address is paid. */
export const isMadeFor = ({ invoice, paymentHash }: Agreed): boolean =>
  invoice === undefined && paymentHash === undefined;

/** The invoice to pay; undefined if it isn't the approved one. */
export function agreedInvoice(taken: Taken, agreed: Agreed, nowMs: number): Invoice | undefined {
  const invoice = decoded(taken.invoice);
  const typed = agreed.invoice === undefined ? invoice : decoded(agreed.invoice);
  if (!invoice || !typed || Math.abs(nowMs - agreed.at) > YES_COUNTS_MS) return undefined;
  const { amountMsat = 0n, paymentHash, payee, text } = invoice;
  const isAgreed =
    // A fraction of a sat is rounded up, as shown.
    (amountMsat + 999n) / 1_000n === BigInt(agreed.amount) &&
    taken.feeLimit === agreed.feeLimit &&
    text === typed.text &&
    paymentHash === (agreed.paymentHash ?? paymentHash) &&
    payee === (agreed.payee ?? payee);
  return isAgreed ? invoice : undefined;
}

function decoded(text: string): Invoice | undefined {
  try {
    return decodeInvoice(text);
  } catch (error) {
    if (error instanceof LightningError) return undefined;
    throw error;
  }
}
