/**
 * The worker pays what the person has read, and nothing else the server sends. Each variant is one
 * altered reply; a wallet has to be dialed before it can be told to pay.
 */
import { expect, test } from 'vitest';
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { newInvoice, ORDINARY, writeInvoice } from '#tests/support/invoice.ts';
import { binding, passphrase } from '#tests/web/vault.ts';
import { type Agreed, agreedInvoice } from './agreed.ts';
import { sealSecrets } from './cipher.ts';
import { type VaultReply, type VaultRequest, vaultAnswerer } from './work.ts';

const NOW = Date.now();
const read = newInvoice().text;
const { paymentHash, payee } = decodeInvoice(read);
const feeLimit = 21;
const yes = { amount: 2_100, feeLimit, at: NOW };
const typed: Agreed = { ...yes, invoice: read, paymentHash, payee };
const asked: Agreed = { ...yes, paymentHash, payee };
/** An address is paid: its invoice is made after the yes. */
const address: Agreed = yes;

const without = (letter: string) =>
  Object.entries(ORDINARY).flatMap(([name, field]) => (name === letter ? [] : [field]));
const fields = Object.values(ORDINARY);
const at = Math.floor(NOW / 1_000);

/** A reply's changes to what was shown, for any agreement. */
const CHANGED: Readonly<Record<string, object>> = {
  'a larger amount': { invoice: newInvoice({ prefix: 'lnbcrt500u' }).text },
  'a smaller amount': { invoice: newInvoice({ prefix: 'lnbcrt10u' }).text },
  'one part of a sat more': { invoice: newInvoice({ prefix: 'lnbcrt21000010p' }).text },
  'no amount': { invoice: newInvoice({ prefix: 'lnbcrt' }).text },
  'no invoice': { invoice: '' },
  'a text': { invoice: 'lnbcrt-this-is-none' },
  'an address': { invoice: 'mia@example.com' },
  'no hash': { invoice: writeInvoice({ timestamp: at, fields: without('p') }) },
  'no secret': { invoice: writeInvoice({ timestamp: at, fields: without('s') }) },
  'a larger fee limit': { feeLimit: 50_000 },
  'a smaller fee limit': { feeLimit: 0 },
  'a negative fee limit': { feeLimit: -21 },
  'a fee limit in words': { feeLimit: '21' },
};
/** If the hash was known as well. */
const ANOTHER: Readonly<Record<string, object>> = {
  'another invoice over the same amount': { invoice: newInvoice().text },
  'the same words and another network': { invoice: newInvoice({ prefix: 'lnbc21u' }).text },
  'another hash of the same receiver': { invoice: writeInvoice({ timestamp: at, fields }) },
};
const variants = [
  ...[typed, asked, address].flatMap((agreed) =>
    Object.entries(CHANGED).map(([what, reply]) => ({ what, reply, agreed })),
  ),
  ...[typed, asked].flatMap((agreed) =>
    Object.entries(ANOTHER).map(([what, reply]) => ({ what, reply, agreed })),
  ),
  { what: 'a yes of two minutes ago', reply: {}, agreed: { ...address, at: NOW - 120_000 } },
  { what: 'a shown amount that was changed', reply: {}, agreed: { ...typed, amount: 101 } },
  { what: 'a shown receiver that was changed', reply: {}, agreed: { ...asked, payee: '02ab' } },
  { what: 'a shown hash that was changed', reply: {}, agreed: { ...typed, paymentHash: 'ab' } },
];

const handedOver = (reply: object) =>
  ({ invoice: read, feeLimit, ...reply }) as { invoice: string; feeLimit: number };

test('what was read is paid, pasted, asked for or to an address (T62)', () => {
  for (const agreed of [typed, asked, address])
    expect(agreedInvoice(handedOver({}), agreed, NOW)?.text).toBe(read);
  const upper = { ...typed, invoice: `lightning:${read.toUpperCase()}` };
  expect(agreedInvoice(handedOver({}), upper, NOW)?.text).toBe(read);
});

test('the worker refuses each changed reply before it dials anything (T62)', async () => {
  const answer = vaultAnswerer();
  const ask = (request: Omit<VaultRequest, 'id'>) =>
    new Promise<VaultReply>((reply) => void answer({ id: 1, ...request } as VaultRequest, reply));
  const secrets = { nwcConnectionString: 'nostr+walletconnect://none' };
  const payload = await sealSecrets(secrets, passphrase, binding);
  const input = { payload, passphrase, binding, network: 'regtest' } as const;
  expect(await ask({ vault: 'open', input })).toMatchObject({ output: { wallet: {} } });
  const paid: string[] = [];
  for (const { what, reply, agreed } of variants) {
    const said = await ask({ vault: 'pay', input: { ...handedOver(reply), agreed } });
    const { output } = said as { output?: { outcome: string; reason: string } };
    if (output?.reason !== 'not-agreed') paid.push(what);
  }
  expect(variants.length).toBe(49);
  expect(paid).toEqual([]);
});
