/**
 * Lightning addresses on a private domain: their server names another host for payments. The
 * resolver below answers for public names, so nothing outside this machine is dialed.
 */
import dns from 'node:dns';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, isIPv6 } from 'node:net';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { bytesField, type Field, ORDINARY, writeInvoice } from '#tests/support/invoice.ts';
import { lookupFor, rulesFrom, targetOfUrl } from '../../outbound/reach.ts';
import { openWallet } from './open.ts';

const NAME = 'pay.wallet-of-others.com';
const resolver = {
  found: [] as { address: string; family: number }[],
  asked: [] as string[],
};
const real = dns.lookup;
/** Resolves that name, no matter which module loaded the resolver first; tests share a process. */
function lookup(name: string, options: object, done: (error: null, found: object[]) => void) {
  if (name !== NAME) return real(name, options, done as never);
  resolver.asked.push(name);
  done(null, resolver.found);
}

const METADATA = '[["text/plain","For Mia"],["text/identifier","mia@example.org"]]';
const wanted = { amountSats: 2_100n, about: { text: 'Thank you' }, expirySeconds: 600 };
const fields = ['p', 's', '9'].map((letter) => ORDINARY[letter] as Field);
const pr = () =>
  writeInvoice({
    timestamp: Math.floor(Date.now() / 1000) - 5,
    fields: [...fields, bytesField('h', sha256(utf8ToBytes(METADATA)))],
  });

let callback = '';
let made = '';
const asked: string[] = [];
const pay = () => {
  made = pr();
  return { pr: made, verify: `http://localhost:${ports.provider}/verify` };
};
/** Serves the address; `provider` makes the payments. */
const domain = createServer((_, response) => {
  const limits = { minSendable: 1000, maxSendable: 1_000_000_000 };
  response.end(JSON.stringify({ tag: 'payRequest', callback, metadata: METADATA, ...limits }));
});
const provider = createServer((request, response) => {
  asked.push(request.url ?? '');
  const isPay = request.url?.startsWith('/pay');
  response.end(JSON.stringify(isPay ? pay() : { settled: false, pr: made }));
});
const ports = { domain: 0, provider: 0 };
beforeAll(async () => {
  Object.assign(dns, { lookup });
  syncBuiltinESMExports();
  for (const [name, server] of [['domain', domain] as const, ['provider', provider] as const]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ports[name] = (server.address() as AddressInfo).port;
  }
});
beforeEach(() => {
  asked.length = 0;
  resolver.asked.length = 0;
});
afterAll(() => {
  Object.assign(dns, { lookup: real });
  syncBuiltinESMExports();
  for (const server of [domain, provider]) {
    server.close();
    server.closeAllConnections();
  }
});

const open = (trusted: readonly string[]) =>
  openWallet(
    { kind: 'lnurl', address: `mia@127.0.0.1:${ports.domain}` },
    { network: 'regtest', rules: { trusted: [`127.0.0.1:${ports.domain}`, ...trusted] } },
  );

test.each([
  ['a private address', ['10.0.0.7']],
  ['this machine', ['127.0.0.1']],
  ['a public and a private address', ['8.8.8.8', '192.168.1.1']],
  ['a private and a public address', ['fd12:3456::1', '8.8.8.8']],
])(
  'a callback on another host that leads to %s is not called, and the reason is shown (T20 T21)',
  async (_, addresses) => {
    resolver.found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    callback = `https://${NAME}/pay`;
    const refused = { code: 'OTHER_HOST', message: expect.stringContaining(NAME) };
    await expect((await open([])).makeInvoice(wanted)).rejects.toMatchObject(refused);
    expect(resolver.asked).toEqual([NAME]);
    // All of its addresses are public: this one would be dialed.
    resolver.found = [{ address: '8.8.8.8', family: 4 }];
    const done = vi.fn();
    lookupFor(targetOfUrl(callback, {}).target)?.(NAME, {}, done);
    expect(done).toHaveBeenCalledWith(null, '8.8.8.8', 4);
  },
);

test('a callback whose host is not allowed is refused before anything is asked of it (T20)', async () => {
  for (const [code, inside] of [
    ['OTHER_HOST', 'https://169.254.169.254/latest'],
    ['OTHER_HOST', 'https://printer.local/pay'],
    ['OTHER_HOST', `https://${NAME}:8443/pay`],
    ['BAD_ANSWER', `http://localhost:${ports.provider}/pay`],
  ] as const) {
    callback = inside;
    const wallet = await open([]);
    const why = code === 'OTHER_HOST' ? new URL(inside).host : 'does not begin with https://';
    const refused = { code, message: expect.stringContaining(why) };
    await expect(wallet.describe(), inside).rejects.toMatchObject(refused);
    await expect(wallet.makeInvoice(wanted), inside).rejects.toMatchObject(refused);
  }
  expect([asked, resolver.asked]).toEqual([[], []]);
});

test('a server that the operator does not trust leads to no host that the operator trusts (T20)', () => {
  const rules = { trusted: ['127.0.0.1:3010', 'umbrel.local'] };
  const stranger = new URL('https://example.org/.well-known/lnurlp/mia');
  for (const named of ['http://127.0.0.1:3010/x', 'https://umbrel.local/x']) {
    expect(() => targetOfUrl(named, rulesFrom(stranger, named, rules))).toThrow(
      'may not be called',
    );
    const trusted = new URL('http://127.0.0.1:3010/.well-known/lnurlp/mia');
    expect(targetOfUrl(named, rulesFrom(trusted, named, rules)).target.trusted).toBe(true);
  }
  const elsewhere = `https://${NAME}/cb`;
  expect(targetOfUrl(elsewhere, rulesFrom(stranger, elsewhere, rules)).target.trusted).toBe(false);
});

test('a callback and a verify URL on another host are called like any other (LUD-06 LUD-21)', async () => {
  callback = `http://localhost:${ports.provider}/pay`;
  const wallet = await open([`localhost:${ports.provider}`]);
  const { invoice, verifyUrl } = await wallet.makeInvoice(wanted);
  expect(asked).toEqual(['/pay?amount=2100000']);
  const found = await wallet.lookUp({ direction: 'in', invoice, verifyUrl });
  expect(asked.at(-1)).toBe('/verify');
  expect(found).toEqual({ state: 'open' });
});
