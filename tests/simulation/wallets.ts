/** The family's own wallet, and whom the children pay: a phoenixd and invoices, on this machine. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { bytesField, numberField, ORDINARY, writeInvoice } from '../support/invoice.ts';
import { startPayer, startReceiver, type WalletMood } from '../support/live-wallets.ts';

/** How long an invoice can be paid; the product takes a week at most. */
const VALID_SECONDS = 3 * 86_400;

export type Wallets = {
  readonly url: string;
  set mood(mood: WalletMood);
  /** A Lightning address of this name, whose invoices the family's wallet can pay. */
  addressOf: (name: string) => string;
  /** The same for the same name, so that a call can be sent again. */
  invoiceOf: (name: string, sats: bigint, now: Date) => string;
  /** Payments that were made more than once. */
  twice: () => number;
  close: () => Promise<void>;
};

/** @param clock the server's */
export async function startWallets(clock: () => Date): Promise<Wallets> {
  const written = new Map<string, string>();
  const receiver = await startReceiver(clock);
  // What the family's own wallet says of a payment is all that is known.
  receiver.tells = false;
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
    // Ten nanobitcoin are a sat.
    const prefix = `lnbcrt${sats * 10n}n`;
    return writeInvoice({ prefix, timestamp, fields: Object.values(fields) });
  };
  return {
    url: payer.url,
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
      await receiver.close();
    },
  };
}
