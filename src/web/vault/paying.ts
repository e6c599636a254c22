/**
 * Pays from the browser, and asks for invoices: the same Nostr wallet client as on the server, over
 * the relay pipe. It runs in the worker, which alone has the spending connection.
 */
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { nwcWallet } from '#core/lightning/nwc-wallet.ts';
import type { Platform, RelaySocket } from '#core/lightning/platform.ts';
import { relayPipe } from '#core/lightning/relay-pipe.ts';
import {
  ConnectionError,
  type ConnectionErrorCode,
  type LightningWallet,
  type LookUp,
  type PayOutcome,
} from '#core/lightning/wallet.ts';
import { VaultError } from '#core/vault/error.ts';
import { type Agreed, agreedInvoice, isMadeFor, type Taken } from './agreed.ts';
import type { Held } from './held.ts';

/** The server's order, and the person's approval. */
export type PayInput = Taken & { agreed: Agreed };
/** Amounts in sats. */
export type LookUpInput = { direction: 'in' | 'out'; paymentHash: string; amount: number };
/** The amount as a whole number in text. */
export type InvoiceInput = { amount: string; description: string; expirySeconds: number };
/** A connection string that isn't in any vault. */
export type DescribeInput = { connection: string; network: BitcoinNetwork };
/** The wallet's own reply, or why there was none. */
export type DescribeOutput = { canPay: boolean } | { failed: ConnectionErrorCode };
/** BOLT 11, checked for amount, network and expiry; or why the wallet gave none. */
export type InvoiceOutput = { invoice: string } | { failed: ConnectionErrorCode };

/** @throws VaultError if the vault has no connection that a browser can use */
export async function payFrom(held: Held, { agreed, ...taken }: PayInput): Promise<PayOutcome> {
  const invoice = agreedInvoice(taken, agreed, Date.now());
  if (!invoice)
    return { outcome: 'unsent', reason: 'not-agreed', message: 'This is not what was agreed to' };
  return withWallet(held, (wallet) =>
    wallet.pay({
      ...{ invoice, feeLimitSats: BigInt(agreed.feeLimit), isNew: isMadeFor(agreed) },
      needsBudget: held.secrets.withoutBudget !== 'yes',
    }),
  );
}

/** @throws VaultError if the vault has no connection that a browser can use */
export const lookUpFrom = (
  held: Held,
  { direction, paymentHash, amount }: LookUpInput,
): Promise<LookUp> =>
  withWallet(held, (wallet) => {
    const invoice = { text: '', paymentHash, amountMsat: BigInt(amount) * 1_000n };
    return wallet.lookUp({ direction, invoice });
  });

/** @throws VaultError if the vault has no connection that a browser can use */
export const makeInvoiceFrom = (
  held: Held,
  { amount, description: text, expirySeconds }: InvoiceInput,
): Promise<InvoiceOutput> =>
  withWallet(held, async (wallet) => {
    try {
      const wanted = { amountSats: BigInt(amount), about: { text }, expirySeconds };
      return { invoice: (await wallet.makeInvoice(wanted)).invoice.text };
    } catch (error) {
      if (error instanceof ConnectionError) return { failed: error.code };
      throw error;
    }
  });

/** Asks the wallet for a connection's permissions, before the connection is sent anywhere. */
export async function describeConnection(input: DescribeInput): Promise<DescribeOutput> {
  try {
    return await withConnection(input, async (wallet) => {
      const { canPay } = await wallet.describe();
      return { canPay };
    });
  } catch (error) {
    if (error instanceof ConnectionError) return { failed: error.code };
    throw error;
  }
}

/** @throws VaultError if the vault has no connection that a browser can use */
async function withWallet<T>(
  { secrets, network }: Held,
  work: (wallet: LightningWallet) => Promise<T>,
): Promise<T> {
  const { nwcConnectionString: connection } = secrets;
  if (connection === undefined) throw new VaultError('CANNOT_OPEN', 'Nothing here can pay');
  return withConnection({ connection, network }, work);
}

/** @throws ConnectionError unless it is a connection string */
async function withConnection<T>(
  { connection, network }: DescribeInput,
  work: (wallet: LightningWallet) => Promise<T>,
): Promise<T> {
  // The server decides which relays may be dialed.
  const reach = { insecure: 'any' } as const;
  const wallet = await nwcWallet(connection, { network, platform: PLATFORM, reach });
  try {
    return await work(wallet);
  } finally {
    wallet.close();
  }
}

const CONNECT_MS = 10_000;

const PLATFORM: Platform = {
  isFrugal: true,
  nowSeconds: () => Math.floor(Date.now() / 1_000),
  elapsedMs: () => performance.now(),
  randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  dial: (relay) =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${relayPipe(relay)}`);
      const timer = setTimeout(() => socket.close(), CONNECT_MS);
      socket.onopen = () => {
        clearTimeout(timer);
        resolve(asRelay(socket));
      };
      socket.onclose = () => {
        clearTimeout(timer);
        reject(new Error('The pipe does not open'));
      };
    }),
};

const asRelay = (socket: WebSocket): RelaySocket => ({
  isOpen: () => socket.readyState === WebSocket.OPEN,
  send: (text) => socket.send(text),
  onText: (hear) => {
    socket.onmessage = ({ data }) => hear(String(data));
  },
  onClose: (end) => {
    socket.onclose = end;
  },
  close: () => socket.close(),
});
