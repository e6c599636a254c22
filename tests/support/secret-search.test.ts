/** The search finds what it should, because tests rely on its silence. */
import { base64url, bech32 } from '@scure/base';
import { expect, test } from 'vitest';
import { findSecrets, type Secret, secretText } from './secret-search.ts';

const key: Secret = {
  name: 'the key',
  bytes: Uint8Array.from({ length: 32 }, (_, i) => (i * 37 + 251) % 256),
};
const words = secretText('the words', 'walnut-glacier & "more"');
const hex = Buffer.from(key.bytes).toString('hex');
const found = (what: string | Uint8Array, secret = key) => findSecrets({ here: what }, [secret]);

test('the search finds nothing where there is no secret, and refuses one that chance would find (VAULT-17)', () => {
  const other = Uint8Array.from(key.bytes, (byte) => byte ^ 1);
  expect(found(other)).toEqual([]);
  expect(found(Buffer.from(other).toString('base64'))).toEqual([]);
  expect(found('walnut-glacier and more', words)).toEqual([]);
  expect(() => found('', secretText('a word', 'violin'))).toThrow('by chance');
});

test.each<[string, string | Uint8Array]>([
  ['it is', Buffer.concat([Buffer.from('before'), key.bytes, Buffer.from('after')])],
  ['a byte for each letter', `"${Buffer.from(key.bytes).toString('latin1')}"`],
  ['hex', `0x${hex}`],
  ['capital hex', hex.toUpperCase()],
  ['numbers', JSON.stringify({ key: [...key.bytes] })],
  ['bech32', bech32.encode('nsec', bech32.toWords(key.bytes), false)],
  ['base64', `{"key":"${Buffer.from(key.bytes).toString('base64')}"}`],
  [
    'base64',
    Buffer.from(`.${Buffer.from(key.bytes).toString('latin1')}`, 'latin1').toString('base64'),
  ],
  ['base64', Buffer.concat([Buffer.from('{"'), key.bytes, Buffer.from('"}')]).toString('base64')],
  ['base64url', base64url.encode(Uint8Array.from([1, ...key.bytes, 2, 3]))],
])('a key is found as %s (VAULT-17)', (form, what) => {
  expect(found(what)).toContain(`the key, as ${form}, in here`);
});

const text = Buffer.from(words.bytes).toString();

test.each<[string, string | Uint8Array]>([
  ['it is', `before ${text} after`],
  ['UTF-16', Buffer.from(`..${text}..`, 'utf16le')],
  ['UTF-16, the high byte first', Buffer.from(text, 'utf16le').swap16()],
  ['hex of UTF-16', Buffer.from(text, 'utf16le').toString('hex')],
  ['base64 of UTF-16', Buffer.from(`x${text}`, 'utf16le').toString('base64')],
  ['base64', btoa(`{"words":"${text}"}`)],
  ['part of an address', `https://example.com/?q=${encodeURIComponent(text)}`],
  ['JSON', JSON.stringify({ a: text })],
  ['HTML', '<input value="walnut-glacier &amp; &quot;more&quot;">'],
])('words are found as %s (VAULT-17)', (form, what) => {
  expect(found(what, words)).toContain(`the words, as ${form}, in here`);
});

test('every secret in every place is found and named (VAULT-17)', () => {
  expect(findSecrets({ a: hex, b: text, c: `${hex}${text}` }, [key, words])).toEqual([
    'the key, as hex, in a',
    'the key, as hex, in c',
    'the words, as it is, in b',
    'the words, as it is, in c',
  ]);
});
