/** Shared by all adapters: judging a wallet's record, checking an invoice, translating errors. */
import type { BitcoinNetwork } from '../bitcoin/network.ts';
import type { Invoice } from './bolt11.ts';
import type { Network } from './bolt11-prefix.ts';
import { LightningError, type LightningErrorCode } from './error.ts';
import { isProofOf, proofIn } from './proof.ts';
import {
  type Asked,
  ConnectionError,
  type ConnectionErrorCode,
  type InvoiceWanted,
  type LookUp,
  type Proof,
  type Unknown,
  type UnknownReason,
} from './wallet.ts';

/** How invoices name the networks (BOLT 11). */
export const INVOICE_NETWORK: Readonly<Record<BitcoinNetwork, Network>> = {
  mainnet: 'bc',
  testnet: 'tb',
  signet: 'tbs',
  regtest: 'bcrt',
};

/** As wallets write them. */
const NETWORK_NAMES: Readonly<Record<string, BitcoinNetwork>> = {
  mainnet: 'mainnet',
  bitcoin: 'mainnet',
  testnet: 'testnet',
  testnet3: 'testnet',
  testnet4: 'testnet',
  signet: 'signet',
  regtest: 'regtest',
};

/** Undefined if the wallet reports none, or a name we don't know. @throws ConnectionError */
export function ourNetwork(
  said: string | undefined,
  ours: BitcoinNetwork,
): BitcoinNetwork | undefined {
  const network = NETWORK_NAMES[said?.toLowerCase() ?? ''];
  if (network === undefined || network === ours) return network;
  throw new ConnectionError('OTHER_NETWORK', `The wallet is on ${network}; this is ${ours}`);
}

export const satsOf = (msat: bigint): bigint => msat / 1000n;

export const proofOf = (preimage: string | undefined, paymentHash: string): Proof =>
  preimage !== undefined && isProofOf(preimage, paymentHash)
    ? { proof: 'proven', preimage: preimage.toLowerCase() }
    : { proof: 'stated' };

export const unknown = (reason: UnknownReason, message: string) =>
  ({ state: 'unknown', reason, message }) as const;

/**
 * Reads a reply that isn't a record. A preimage in a refusal still proves a payment; in a record
 * the wallet may know it because it is the payee (`judge`).
 */
export function noRecord(
  { direction, invoice }: Asked,
  words: string,
  otherwise: ReturnType<typeof unknown>,
): LookUp {
  const preimage = direction === 'out' ? proofIn(words, invoice.paymentHash) : undefined;
  if (preimage === undefined) return otherwise;
  const unreported = { settledAt: undefined, feeSats: undefined };
  return { state: 'settled', ...unreported, proof: 'proven', preimage };
}

/** A payment as recorded by the wallet. */
export type WalletRecord = {
  readonly direction: 'in' | 'out';
  readonly state: 'settled' | 'open' | 'expired' | 'failed';
  /** Undefined if not given. */
  readonly amountMsat: bigint | undefined;
  readonly feeMsat: bigint | undefined;
  readonly preimage: string | undefined;
  readonly settledAt: number | undefined;
};

/** The state of the payment in question, judged by a wallet's record. */
export function judge({ direction, invoice }: Asked, record: WalletRecord): LookUp {
  // A wallet that pays itself may report only the other half.
  if (record.direction !== direction)
    return unknown('not-found', 'The wallet knows only a payment in the other direction');
  const { settledAt, feeMsat } = record;
  const proof = proofOf(record.preimage, invoice.paymentHash);
  const feeSats = feeMsat === undefined ? undefined : satsOf(feeMsat);
  // The payer learns the preimage only by paying, so it proves the payment despite anything else in
  // the record. The payee has known it all along.
  if (direction === 'out' && proof.proof === 'proven')
    return { state: 'settled', settledAt, feeSats, ...proof };
  switch (record.state) {
    case 'settled':
      return isAmountOf(invoice, direction, record.amountMsat)
        ? { state: 'settled', settledAt, feeSats, ...proof }
        : unknown('bad-answer', 'The wallet’s record names another amount than the invoice');
    case 'open':
      return { state: 'open' };
    case 'failed':
      return { state: direction === 'out' ? 'failed' : 'expired' };
    case 'expired':
      return direction === 'in'
        ? { state: 'expired' }
        : unknown('unclear', 'The wallet’s record says that the payment has expired');
  }
}

/** Wallets round to whole sats, and a payee may receive more than requested. */
function isAmountOf(
  invoice: Asked['invoice'],
  direction: Asked['direction'],
  amountMsat: bigint | undefined,
): boolean {
  if (amountMsat === undefined || invoice.amountMsat === undefined) return true;
  const more = amountMsat - invoice.amountMsat;
  return more > -1000n && (direction === 'in' || more < 1000n);
}

/** An invoice is watched until it expires, so its expiry needs a limit. */
const YEAR_SECONDS = 365 * 86_400;

/**
 * @throws ConnectionError BAD_ANSWER, OTHER_NETWORK or NOT_OFFERED unless it matches what was
 * wanted
 */
export function checkInvoice(
  invoice: Invoice,
  { amountSats, about }: InvoiceWanted,
  { network, nowSeconds }: { network: BitcoinNetwork; nowSeconds: number },
): Invoice {
  const fail = (code: ConnectionErrorCode, why: string): never => {
    throw new ConnectionError(code, `The wallet’s invoice ${why}`);
  };
  if (invoice.network !== INVOICE_NETWORK[network]) fail('OTHER_NETWORK', 'is for another network');
  if (invoice.amountMsat !== amountSats * 1000n) fail('BAD_ANSWER', 'is over another amount');
  if (invoice.expiresAt <= nowSeconds) fail('BAD_ANSWER', 'has expired already');
  if (invoice.expiresAt > nowSeconds + YEAR_SECONDS) fail('BAD_ANSWER', 'lasts over a year');
  if ('sha256' in about && invoice.descriptionHash !== about.sha256)
    fail('NOT_OFFERED', 'does not carry the hash of its description');
  return invoice;
}

const CODES: Partial<Record<LightningErrorCode, ConnectionErrorCode>> = {
  BAD_CONNECTION: 'BAD_CONNECTION',
  BAD_LNURL: 'BAD_CONNECTION',
  BAD_KEY: 'BAD_CONNECTION',
  SERVICE_REFUSED: 'REFUSED',
  BAD_AMOUNT: 'REFUSED',
  COMMENT_TOO_LONG: 'REFUSED',
  UNSUPPORTED_ENCRYPTION: 'NOT_OFFERED',
};

/** Runs code that reads a stranger's reply. @throws ConnectionError instead of a LightningError */
export async function withConnectionErrors<Result>(
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LightningError)) throw error;
    throw new ConnectionError(CODES[error.code] ?? 'BAD_ANSWER', error.message);
  }
}

const REASONS: Partial<Record<ConnectionErrorCode, UnknownReason>> = {
  UNREACHABLE: 'unreachable',
  NO_ANSWER: 'no-answer',
  BAD_ANSWER: 'bad-answer',
  NOT_OFFERED: 'not-offered',
};

/** An unreachable wallet has claimed nothing. Rethrows anything but a ConnectionError. */
export function unknownFrom(error: unknown): Unknown {
  if (!(error instanceof ConnectionError)) throw error;
  return { reason: REASONS[error.code] ?? 'unclear', message: error.message };
}
