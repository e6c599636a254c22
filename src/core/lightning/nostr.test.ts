/** Nostr events: BIP 340's own vectors, forged events, and nostr-tools' opinion of ours. */
import { readFileSync } from 'node:fs';
import { hexToBytes } from '@noble/hashes/utils.js';
import { finalizeEvent, verifyEvent } from 'nostr-tools/pure';
import { expect, test } from 'vitest';
import {
  isPublicKey,
  isSecretKey,
  isSignedBy,
  type NostrEvent,
  publicKeyOf,
  readEvent,
  sharedSecret,
  sign,
  signEvent,
} from './nostr.ts';

const SECRET = '9d0583dea29e08bc4961a3eedf0b8d0072d0bfad06a06271f90d11bf788410f3';
const AUX = new Uint8Array(32).fill(7);
const DRAFT = {
  kind: 23194,
  created_at: 1_790_000_000,
  tags: [
    ['p', 'ab'.repeat(32)],
    ['note', 'Größe "1"\n\t\\ 🎂'],
  ],
  content: 'Für Mia: "21"\r\n\u2028 🎂 \b\f',
};
const EVENT = signEvent(DRAFT, SECRET, AUX);

const vectors = readFileSync('tests/fixtures/lightning/bip340.csv', 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.toLowerCase().split(','))
  .filter(([, , , , message]) => message?.length === 64);

/** The last four sign other lengths; an event's id always has 32 bytes. */
test('BIP 340: the 15 vectors of 32 bytes (T24)', () => {
  expect(vectors).toHaveLength(15);
  for (const [
    index,
    secret = '',
    pubkey = '',
    aux = '',
    message = '',
    signature = '',
    ok,
  ] of vectors) {
    expect(isSignedBy(pubkey, message, signature), index).toBe(ok === 'true');
    if (secret === '') continue;
    expect(publicKeyOf(secret)).toBe(pubkey);
    expect(sign(message, secret, hexToBytes(aux))).toBe(signature);
  }
});

const flipped = (hex: string) => `${hex.slice(0, -1)}${hex.endsWith('0') ? '1' : '0'}`;
const changed = (change: Record<string, unknown>) => ({ ...EVENT, ...change });
const forged: [string, unknown, RegExp][] = [
  ['nothing', null, /JSON object/],
  ['a list', [EVENT], /JSON object/],
  ['a text', 'EVENT', /JSON object/],
  ['a changed text', changed({ content: `${EVENT.content}!` }), /not its hash/],
  ['a changed time', changed({ created_at: EVENT.created_at + 1 }), /not its hash/],
  ['a changed kind', changed({ kind: 1 }), /not its hash/],
  ['a changed tag', changed({ tags: [['p', 'cd'.repeat(32)]] }), /not its hash/],
  ['another author', changed({ pubkey: publicKeyOf('01'.repeat(32)) }), /not its hash/],
  ['a changed id', changed({ id: flipped(EVENT.id) }), /not its hash/],
  ['a changed signature', changed({ sig: flipped(EVENT.sig) }), /not signed/],
  ['a signature in capitals', changed({ sig: EVENT.sig.toUpperCase() }), /not signed/],
  ['no signature', changed({ sig: '' }), /not signed/],
  ['a signature that is missing', changed({ sig: undefined }), /"sig"/],
  ['half a second', changed({ created_at: 1.5 }), /"created_at"/],
  ['a kind of 70,000', { ...signEvent({ ...DRAFT, kind: 70_000 }, SECRET, AUX) }, /above 65535/],
  ['tags that are no list', changed({ tags: {} }), /"tags"/],
  ['an empty tag', changed({ tags: [[]] }), /tag that is no list/],
  ['a tag of numbers', changed({ tags: [['p', 1]] }), /tag that is no list/],
  ['101 tags', changed({ tags: Array.from({ length: 101 }, () => ['a']) }), /more than 100/],
  ['a text of 300 kB', changed({ content: 'a'.repeat(300_000) }), /more than 262144/],
];

test.each(forged)('NIP-01: refused is %s (T24)', (_, value, why) => {
  expect(() => readEvent(value)).toThrow(
    expect.objectContaining({ code: 'BAD_EVENT', message: expect.stringMatching(why) }),
  );
});

test('NIP-01: our event is read without loss (T24)', () => {
  const received: unknown = JSON.parse(JSON.stringify({ ...EVENT, extra: 'ignored' }));
  expect(readEvent(received)).toEqual(EVENT);
});

test('a second opinion: nostr-tools makes the same id and takes our signature (NIP-01)', () => {
  const tags = DRAFT.tags.map((tag) => [...tag]);
  const theirs = finalizeEvent({ ...DRAFT, tags }, hexToBytes(SECRET));
  expect(theirs.id).toBe(EVENT.id);
  expect(verifyEvent({ ...EVENT, tags })).toBe(true);
  expect(readEvent(JSON.parse(JSON.stringify(theirs)) as NostrEvent).pubkey).toBe(EVENT.pubkey);
});

test('BIP 340: keys that are none', () => {
  const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
  for (const key of ['', '00'.repeat(32), ORDER, 'ff'.repeat(32), `${SECRET}00`, 'g'.repeat(64)]) {
    expect(isSecretKey(key), key).toBe(false);
    const badKey = expect.objectContaining({ code: 'BAD_KEY' });
    expect(() => publicKeyOf(key)).toThrow(badKey);
    expect(() => sharedSecret(key, EVENT.pubkey)).toThrow(badKey);
    expect(() => signEvent(DRAFT, key, AUX)).toThrow(badKey);
    expect(() => sign(EVENT.id, key, AUX)).toThrow(badKey);
  }
  for (const key of ['', '00'.repeat(32), 'ff'.repeat(32), EVENT.pubkey.toUpperCase()])
    expect(isPublicKey(key), key).toBe(false);
  expect([isSecretKey(SECRET), isPublicKey(EVENT.pubkey)]).toEqual([true, true]);
});
