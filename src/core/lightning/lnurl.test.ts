/** Pasted texts for receiving money: LUD-01's own example, Lightning addresses, and neither. */
import { bech32 } from '@scure/base';
import { expect, test } from 'vitest';
import { payRequestUrl } from './lnurl.ts';
import { utf8Bytes } from './text.ts';

const lnurlOf = (url: string) =>
  bech32.encode('lnurl', bech32.toWords(utf8Bytes(url)), false).toUpperCase();

/** LUD-01, "An example LNURL". */
const OFFICIAL =
  'LNURL1DP68GURN8GHJ7UM9WFMXJCM99E3K7MF0V9CXJ0M385EKVCENXC6R2C35XVUKXEFCV5MKVV34X5EKZ' +
  'D3EV56NYD3HXQURZEPEXEJXXEPNXSCRVWFNV9NXZCN9XQ6XYEFHVGCXXCMYXYMNSERXFQ5FNS';
const OFFICIAL_URL =
  'https://service.com/api?q=3fc3645b439ce8e7f2553a69e5267081d96dcd340693afabe04be7b0ccd178df';

const refused: [string, RegExp][] = [
  ['', /neither/],
  ['mia', /neither/],
  ['https://example.org/lnurl', /neither/],
  [`${OFFICIAL.slice(0, -1)}Q`, /neither/],
  [`${OFFICIAL.slice(0, 20)}${OFFICIAL.slice(20).toLowerCase()}`, /neither/],
  [`lightning://${OFFICIAL}`, /neither/],
  ['1'.repeat(4000), /at most/],
  [bech32.encode('lnbc', bech32.toWords(utf8Bytes('https://example.org')), false), /LNURL1/],
  [bech32.encode('lnurl', bech32.toWords(Uint8Array.of(0xc3, 0x28)), false), /no text/],
  [lnurlOf('http://service.com/api'), /https:/],
  [lnurlOf('ftp://service.com/api'), /https:/],
  [lnurlOf('javascript:alert(1)'), /https:/],
  [lnurlOf('service.com/api'), /not a web address/],
  [lnurlOf('https://service.com/a b'), /not a web address/],
  [lnurlOf('https://user:secret@service.com/api'), /user name/],
  [lnurlOf('https://service.com/api#part'), /#/],
  [lnurlOf('http://localhost/api'), /https:/],
  [lnurlOf('https://abcdefghij234567.onion/api'), /onion/],
  [lnurlOf('https://service.com/api?tag=login&k1=00'), /signing in/],
  [lnurlOf('https://service.com/api?tag=withdrawRequest'), /not for paying/],
  ['@example.org', /looks like/],
  ['a@b', /looks like/],
  ['mia@localhostess', /looks like/],
  ['mia@example..org', /looks like/],
  ['mia@.org', /looks like/],
  ['mia@example.org.', /looks like/],
  ['mia@-example.org', /looks like/],
  ['mia@', /looks like/],
  ['mia@exa mple.org', /looks like/],
  ['mia@example.org/x', /looks like/],
  ['mia@example.org?x=1', /looks like/],
  ['mia@ex@mple.org', /looks like/],
  ['mía@example.org', /looks like/],
  ['mia+tag@example.org', /looks like/],
  ['mia@example.org:443:1', /looks like/],
  ['mia%2f@example.org', /looks like/],
  ['..@example.org', /letter or digit/],
  ['mia@example.org:99999', /not a web address/],
  ['mia@abcdefghij234567.onion', /onion/],
];

test.each(refused)('LUD-01, LUD-16: %s is refused (T20)', (text, why) => {
  expect(() => payRequestUrl(text)).toThrow(
    expect.objectContaining({
      name: 'LightningError',
      code: 'BAD_LNURL',
      message: expect.stringMatching(why),
    }),
  );
});

test('the official example, in upper and lower case and behind lightning: (LUD-01)', () => {
  for (const text of [OFFICIAL, OFFICIAL.toLowerCase(), `lightning:${OFFICIAL}`, ` ${OFFICIAL}\n`])
    expect(payRequestUrl(text).href).toBe(OFFICIAL_URL);
  const longest = `https://example.org/${'a'.repeat(1980)}`;
  expect(payRequestUrl(lnurlOf(longest)).href).toBe(longest);
});

test('an address leads to its well-known page (LUD-16)', () => {
  expect(payRequestUrl('satoshi@bitcoin.org').href).toBe(
    'https://bitcoin.org/.well-known/lnurlp/satoshi',
  );
  expect(payRequestUrl(' Mia.B-1_x@Pay.Example.org ').href).toBe(
    'https://pay.example.org/.well-known/lnurlp/mia.b-1_x',
  );
});

test('only who says so reaches a server on the same machine (T20)', () => {
  expect(() => payRequestUrl(lnurlOf('http://127.0.0.1:3010/pay'))).toThrow(/https:/);
  const lab = { insecure: ['localhost', '127.0.0.1'] };
  expect(payRequestUrl(lnurlOf('http://127.0.0.1:3010/pay'), lab).port).toBe('3010');
  expect(payRequestUrl('mia@localhost:3010', lab).href).toBe(
    'http://localhost:3010/.well-known/lnurlp/mia',
  );
  expect(() => payRequestUrl(lnurlOf('http://10.0.0.1/pay'), lab)).toThrow(/https:/);
});

test('a Lightning address behind lightning:, as wallets write it into codes, is that address (LUD-16)', () => {
  expect(payRequestUrl('lightning:Mia@Example.org').href).toBe(
    'https://example.org/.well-known/lnurlp/mia',
  );
});
