/** LNURL servers that cheat: none of their invoices reaches a person. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bytesField,
  type Draft,
  type Field,
  numberField,
  ORDINARY,
  writeInvoice,
} from '#tests/support/invoice.ts';
import { openReceivingWallet } from './open.ts';
import type { LightningReach } from './port.ts';

const METADATA = '[["text/plain","For Mia"],["text/identifier","mia@example.org"]]';
const wanted = { amountSats: 2_100n, about: { text: 'Thank you' }, expirySeconds: 600 };

const base = ['p', 's', '9'].map((letter) => ORDINARY[letter] as Field);
const about = (text: string): Field => bytesField('h', sha256(utf8ToBytes(text)));
const invoice = ({ fields = [about(METADATA)], ...draft }: Draft = {}): string =>
  writeInvoice({
    timestamp: Math.floor(Date.now() / 1000) - 5,
    ...draft,
    fields: [...base, ...fields],
  });

type Trick = {
  /** Changes the first answer. */
  readonly first?: (host: string) => object;
  /** The second answer; an honest invoice without. */
  readonly second?: (host: string) => object | string;
  readonly reply?: (response: ServerResponse) => void;
};
const pr = (draft: Draft) => ({ second: () => ({ pr: invoice(draft) }) });

const TRICKS: readonly (readonly [string, string, Trick])[] = [
  ['an invoice over ten times as much', 'BAD_ANSWER', pr({ prefix: 'lnbcrt210u' })],
  ['an invoice over a little less', 'BAD_ANSWER', pr({ prefix: 'lnbcrt2099999990p' })],
  ['an invoice over any amount', 'BAD_ANSWER', pr({ prefix: 'lnbcrt' })],
  ['an invoice for mainnet', 'BAD_ANSWER', pr({ prefix: 'lnbc21u' })],
  ['an invoice for something else', 'BAD_ANSWER', pr({ fields: [about('[["text/plain","X"]]')] })],
  ['an invoice with a text of its own', 'BAD_ANSWER', pr({ fields: [ORDINARY.d as Field] })],
  ['an invoice that has expired', 'BAD_ANSWER', pr({ timestamp: 1_700_000_000 })],
  [
    'an invoice that ends at once',
    'BAD_ANSWER',
    pr({ fields: [about(METADATA), numberField('x', 1)] }),
  ],
  [
    'an invoice with a wrong letter',
    'BAD_ANSWER',
    { second: () => ({ pr: `${invoice().slice(0, -1)}b` }) },
  ],
  ['no invoice', 'BAD_ANSWER', { second: () => ({ routes: [] }) }],
  ['a list', 'BAD_ANSWER', { second: () => [invoice()] }],
  ['half an answer', 'BAD_ANSWER', { second: () => '{"pr":"lnbcrt' }],
  ['a refusal', 'REFUSED', { second: () => ({ status: 'ERROR', reason: 'Not today' }) }],
  [
    'a callback to a host that nobody trusts',
    'BAD_ANSWER',
    { first: (host) => ({ callback: `http://localhost:${host.split(':')[1]}/inside` }) },
  ],
  [
    'a callback to the cloud’s inside',
    'OTHER_HOST',
    { first: () => ({ callback: 'https://169.254.169.254/latest' }) },
  ],
  [
    'a callback to a port that nobody trusts',
    'BAD_ANSWER',
    { first: () => ({ callback: 'http://127.0.0.1:9/inside' }) },
  ],
  [
    'a callback with an amount',
    'BAD_ANSWER',
    { first: (host) => ({ callback: `http://${host}/pay?amount=1` }) },
  ],
  [
    'a redirect inside',
    'REFUSED',
    { reply: (response) => response.writeHead(302, { location: '/inside' }).end() },
  ],
  [
    'an answer without end',
    'BAD_ANSWER',
    { reply: (response) => response.writeHead(200).end(Buffer.alloc(2_000_000)) },
  ],
  ['an amount that it does not take', 'REFUSED', { first: () => ({ minSendable: 3_000_000 }) }],
  ['something to withdraw', 'BAD_ANSWER', { first: () => ({ tag: 'withdrawRequest' }) }],
  ['no description', 'BAD_ANSWER', { first: () => ({ metadata: '[]' }) }],
];

let trick: Trick = {};
let inside = 0;
let asked: string[] = [];
const server = createServer((request, response) => {
  const host = String(request.headers.host);
  const path = request.url ?? '';
  asked.push(path);
  if (path === '/inside') inside += 1;
  const isFirst = path.startsWith('/.well-known/lnurlp/');
  if (!isFirst && trick.reply) return trick.reply(response);
  const limits = { minSendable: 1000, maxSendable: 1_000_000_000, commentAllowed: 20 };
  const first = {
    ...{ tag: 'payRequest', callback: `http://${host}/pay`, metadata: METADATA, ...limits },
    ...trick.first?.(host),
  };
  const said = isFirst ? first : (trick.second?.(host) ?? { pr: invoice() });
  response.end(typeof said === 'string' ? said : JSON.stringify(said));
});
let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

async function ask(next: Trick) {
  trick = next;
  asked = [];
  const rules = { trusted: [`127.0.0.1:${port}`] };
  const reach: LightningReach = { network: 'regtest', rules };
  const wallet = await openReceivingWallet(
    { kind: 'lnurl', address: `mia@127.0.0.1:${port}` },
    reach,
  );
  return wallet.makeInvoice(wanted);
}

test.each(TRICKS)('refused: %s (T20 T22 T23)', async (_, code, tampered) => {
  await expect(ask(tampered)).rejects.toMatchObject({ name: 'ConnectionError', code });
  expect(inside).toBe(0);
});

test('an honest server’s invoice is taken, and gets the comment (LUD-06 LUD-12 LUD-16)', async () => {
  const { invoice: made, verifyUrl } = await ask({});
  expect(made).toMatchObject({ amountMsat: 2_100_000n, network: 'bcrt' });
  expect(verifyUrl).toBeUndefined();
  expect(asked.at(-1)).toBe('/pay?amount=2100000&comment=Thank%20you');
  await ask({ first: () => ({ commentAllowed: 3 }) });
  expect(asked.at(-1)).toBe('/pay?amount=2100000');
});
