/** The family's own wallet, and the children's payee: a phoenixd and invoices, on this machine. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { bytesField, numberField, ORDINARY, writeInvoice } from '../support/invoice.ts';
import { startPayer, startReceiver, type WalletMood } from '../support/live-wallets.ts';

/** How long an invoice is valid; the product accepts a week at most. */
const VALID_SECONDS = 3 * 86_400;

export type Wallets = {
  readonly url: string;
  /** An Alby Hub that makes wallets. */
  readonly hub: string;
  set mood(mood: WalletMood);
  /** A Lightning address of this name, whose invoices the family's wallet can pay. */
  addressOf: (name: string) => string;
  /** Equal for equal names: a call can be sent again. */
  invoiceOf: (name: string, sats: bigint, now: Date) => string;
  /** Payments that were made more than once. */
  twice: () => number;
  close: () => Promise<void>;
};

/** @param clock the server's */
export async function startWallets(clock: () => Date): Promise<Wallets> {
  const written = new Map<string, string>();
  const receiver = await startReceiver(clock);
  // Only the family's own wallet reports on a payment.
  receiver.tells = false;
  const hub = await startHub();
  const preimages = new Map<string, string>();
  const payer = await startPayer({
    preimages: { get: (hash: string) => preimages.get(hash) ?? receiver.preimages.get(hash) },
    arrived: new Set(),
  });
  const write = (name: string, sats: bigint, now: Date) => {
    const preimage = bytesToHex(sha256(utf8ToBytes(name)));
    const hash = sha256(hexToBytes(preimage));
    preimages.set(bytesToHex(hash), preimage);
    const fields = { ...ORDINARY, p: bytesField('p', hash), x: numberField('x', VALID_SECONDS) };
    const timestamp = Math.floor(now.getTime() / 1_000);
    // 10 nanobitcoin are a sat.
    const prefix = `lnbcrt${sats * 10n}n`;
    return writeInvoice({ prefix, timestamp, fields: Object.values(fields) });
  };
  return {
    url: payer.url,
    hub: hub.url,
    set mood(mood: WalletMood) {
      payer.mood = mood;
    },
    addressOf: receiver.addressOf,
    invoiceOf(name, sats, now) {
      const invoice = written.get(name) ?? write(name, sats, now);
      written.set(name, invoice);
      return invoice;
    },
    twice: () => [...payer.paid.values()].filter((times) => times > 1).length,
    close: async () => {
      await payer.close();
      await hub.close();
      await receiver.close();
    },
  };
}

/** A Hub that makes a wallet for a given key, or for its own. */
async function startHub() {
  const server = createServer(async (request, reply) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { pubkey } = JSON.parse(Buffer.concat(chunks).toString()) as { pubkey?: string };
    const secret = pubkey === undefined ? `&secret=${'cd'.repeat(32)}` : '';
    const relay = encodeURIComponent('ws://127.0.0.1:1');
    const pairingUri = `nostr+walletconnect://${'ab'.repeat(32)}?relay=${relay}${secret}`;
    reply.writeHead(200, { 'content-type': 'application/json' });
    reply.end(JSON.stringify({ pairingUri }));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, close: () => new Promise((resolve) => server.close(resolve)) };
}
