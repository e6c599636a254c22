/** Reads invoices to be paid from here. Pure. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { decodeInvoice, type Invoice } from '#core/lightning/bolt11.ts';
import { LightningError } from '#core/lightning/error.ts';
import { type PastedKind, pastedKind } from '#core/lightning/pasted.ts';
import { MOST_EXPIRY_SECONDS, MOST_SATS } from '../connections/contract.ts';

/** Reasons to refuse an invoice that was seen before. */
export const KNOWN = { own: 'INVOICE_OWN', paid: 'INVOICE_KNOWN', tried: 'INVOICE_TRIED' } as const;

/** @throws Refusal VALIDATION_ERROR if it can't be paid here */
export function readInvoice(
  text: string,
  network: BitcoinNetwork,
  now: Date,
  field = 'paymentRequest',
): Invoice & { amountSats: bigint } {
  const refuse = (
    reason:
      | 'INVOICE_TOO_LARGE'
      | 'INVOICE_OTHER_NETWORK'
      | 'INVOICE_WITHOUT_AMOUNT'
      | 'INVOICE_EXPIRED'
      | 'INVOICE_TOO_LONG',
  ) => new Refusal('VALIDATION_ERROR', because(reason), field);
  if (text === '') throw new Refusal('VALIDATION_ERROR', because('INVOICE_REQUIRED'), field);
  const invoice = decoded(text, field);
  if (invoice.network !== NETWORKS[network]) throw refuse('INVOICE_OTHER_NETWORK');
  if (invoice.amountMsat === undefined) throw refuse('INVOICE_WITHOUT_AMOUNT');
  if (invoice.amountMsat > MOST_SATS * 1_000n) throw refuse('INVOICE_TOO_LARGE');
  if (invoice.expiresAt * 1_000 <= now.getTime()) throw refuse('INVOICE_EXPIRED');
  if (lastsTooLong(invoice, now)) throw refuse('INVOICE_TOO_LONG');
  // The child pays a whole sat for a fraction of one.
  return { ...invoice, amountSats: (invoice.amountMsat + 999n) / 1_000n };
}

/** The payee's clock may be ahead of ours. */
const CLOCK_SECONDS = 300;

/** An unknown outcome holds the payment's amount until its invoice has expired. */
export const lastsTooLong = ({ expiresAt }: Pick<Invoice, 'expiresAt'>, now: Date): boolean =>
  expiresAt > now.getTime() / 1_000 + MOST_EXPIRY_SECONDS + CLOCK_SECONDS;

const NETWORKS = { mainnet: 'bc', testnet: 'tb', signet: 'tbs', regtest: 'bcrt' } as const;

function decoded(text: string, field: string): Invoice {
  try {
    return decodeInvoice(text);
  } catch (error) {
    if (!(error instanceof LightningError)) throw error;
    const kind = pastedKind(text);
    throw new Refusal(
      'VALIDATION_ERROR',
      because(kind ? NO_INVOICE[kind] : 'INVOICE_WRONG'),
      field,
    );
  }
}

const NO_INVOICE = {
  address: 'INVOICE_IS_ADDRESS',
  lnurl: 'INVOICE_IS_LNURL',
  offer: 'INVOICE_IS_OFFER',
  bitcoin: 'INVOICE_IS_BITCOIN',
} as const satisfies Record<PastedKind, string>;

const MOST_DESCRIPTION = 200;

/** The invoice's own text, shortened for display. */
export const wordsOf = ({ description = '' }: Invoice): string =>
  description.slice(0, MOST_DESCRIPTION);
