/**
 * What a person has said yes to, held against what the server has handed over. The worker decodes
 * the invoice itself: whatever a reply names, it pays what was read on the screen and nothing else.
 * Who stands behind a Lightning address it cannot know.
 */
import { decodeInvoice, type Invoice } from '#core/lightning/bolt11.ts';
import { LightningError } from '#core/lightning/error.ts';

/** As it stood on the screen. Amounts in sats. */
export type Agreed = {
  amount: number;
  feeLimit: number;
  /** When the person pressed, in milliseconds; an old yes pays nothing. */
  at: number;
  /** The invoice that they pasted, or what else was known of it then. An address names none. */
  invoice?: string;
  paymentHash?: string;
  payee?: string;
};

/** What the server hands over to be paid. */
export type Taken = { invoice: string; feeLimit: number };

/** The server gives up after as long what no browser has taken. */
const YES_COUNTS_MS = 60_000;

/** True where the invoice was made after the yes, because an address is paid. */
export const isMadeFor = ({ invoice, paymentHash }: Agreed): boolean =>
  invoice === undefined && paymentHash === undefined;

/** The invoice to pay; undefined where it is not what was agreed to. */
export function agreedInvoice(taken: Taken, agreed: Agreed, nowMs: number): Invoice | undefined {
  const invoice = decoded(taken.invoice);
  const typed = agreed.invoice === undefined ? invoice : decoded(agreed.invoice);
  if (!invoice || !typed || Math.abs(nowMs - agreed.at) > YES_COUNTS_MS) return undefined;
  const { amountMsat = 0n, paymentHash, payee, text } = invoice;
  const isAgreed =
    // A part of a sat is a sat, as it was shown.
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
