/** Requests and replies as events: a wallet on the other side, and lying relays (T24). */
import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { nip04Decrypt, nip04Encrypt } from './nip04.ts';
import { conversationKey, nip44Decrypt, nip44Encrypt } from './nip44.ts';
import { type NostrEvent, publicKeyOf, sharedSecret, signEvent } from './nostr.ts';
import { type NwcEncryption, readConnection } from './nwc.ts';
import { openChannel, REPLY_KIND, replyText, requestEvent } from './nwc-channel.ts';

const SECRET = '9d0583dea29e08bc4961a3eedf0b8d0072d0bfad06a06271f90d11bf788410f3';
const CLIENT = publicKeyOf(SECRET);
const WALLET_SECRET = '03'.repeat(32);
const WALLET = publicKeyOf(WALLET_SECRET);
const connection = readConnection(
  `nostr+walletconnect://${WALLET}?relay=wss://relay.example.org&secret=${SECRET}`,
);
const NOW = 1_790_000_000;
const random = (byte: number) => new Uint8Array(32).fill(byte);
const fresh = (byte = 1) => ({
  createdAt: NOW,
  expiresAt: NOW + 60,
  nonce: random(byte),
  auxRandom: random(2),
});
const REQUEST = '{"method":"get_balance","params":{}}';
const REPLY = '{"result_type":"get_balance","result":{"balance":21000}}';

type Reply = {
  readonly kind?: number;
  readonly secret?: string;
  readonly tags?: string[][];
  readonly content?: string;
};

/** A wallet's reply to a request, or something that looks like it. */
function reply(request: NostrEvent, encryption: NwcEncryption, change: Reply = {}): NostrEvent {
  const content =
    encryption === 'nip44_v2'
      ? nip44Encrypt(REPLY, conversationKey(WALLET_SECRET, CLIENT), random(5))
      : nip04Encrypt(REPLY, sharedSecret(WALLET_SECRET, CLIENT), random(5).subarray(0, 16));
  const tags = [
    ['p', CLIENT],
    ['e', request.id],
  ];
  const { secret = WALLET_SECRET, ...rest } = change;
  return signEvent(
    { kind: REPLY_KIND, created_at: NOW + 1, tags, content, ...rest },
    secret,
    random(6),
  );
}

describe.each(['nip44_v2', 'nip04'] as const)('with %s (NIP-47)', (encryption) => {
  const channel = openChannel(connection, encryption);
  const request = requestEvent(channel, REQUEST, fresh());
  const earlier = requestEvent(channel, REQUEST, fresh(9));
  const answer = (change: Reply = {}) => reply(request, encryption, change);
  const other = '04'.repeat(32);

  const lies: [string, () => unknown, string][] = [
    ['nothing', () => undefined, 'BAD_EVENT'],
    ['the request itself', () => request, 'BAD_EVENT'],
    ['the reply to an earlier request', () => reply(earlier, encryption), 'BAD_EVENT'],
    ['no request named', () => answer({ tags: [['p', CLIENT]] }), 'BAD_EVENT'],
    ['an empty e', () => answer({ tags: [['e']] }), 'BAD_EVENT'],
    [
      'our request named second',
      () =>
        answer({
          tags: [
            ['e', earlier.id],
            ['e', request.id],
          ],
        }),
      'BAD_EVENT',
    ],
    ['signed by another key', () => answer({ secret: other }), 'BAD_EVENT'],
    ['signed by ourselves', () => answer({ secret: SECRET }), 'BAD_EVENT'],
    [
      'to another client',
      () =>
        answer({
          tags: [
            ['p', WALLET],
            ['e', request.id],
          ],
        }),
      'BAD_EVENT',
    ],
    ['of another kind', () => answer({ kind: 23196 }), 'BAD_EVENT'],
    ['the info event', () => answer({ kind: 13194 }), 'BAD_EVENT'],
    [
      'with the wallet’s name put on',
      () => ({ ...answer({ secret: other }), pubkey: WALLET }),
      'BAD_EVENT',
    ],
    ['with a changed content', () => ({ ...answer(), content: 'x' }), 'BAD_EVENT'],
    ['with a changed time', () => ({ ...answer(), created_at: NOW }), 'BAD_EVENT'],
    ['without a signature', () => ({ ...answer(), sig: '00'.repeat(64) }), 'BAD_EVENT'],
    ['in plain text', () => answer({ content: REPLY.padEnd(200) }), 'BAD_CIPHERTEXT'],
    ['empty', () => answer({ content: '' }), 'BAD_CIPHERTEXT'],
    [
      'encrypted for somebody else',
      () =>
        answer({
          content: nip44Encrypt(
            REPLY,
            conversationKey(WALLET_SECRET, publicKeyOf(other)),
            random(5),
          ),
        }),
      'BAD_CIPHERTEXT',
    ],
    [
      'in the other encryption',
      () => reply(request, encryption === 'nip04' ? 'nip44_v2' : 'nip04'),
      'BAD_CIPHERTEXT',
    ],
    ['half', () => answer({ content: request.content.slice(0, 20) }), 'BAD_CIPHERTEXT'],
  ];

  test.each(lies)('refused is a reply %s (T24)', (_, make, code) => {
    expect(() => replyText(channel, request, make())).toThrow(expect.objectContaining({ code }));
  });

  test('only the true reply is opened (T24)', () => {
    expect(replyText(channel, request, JSON.parse(JSON.stringify(answer())))).toBe(REPLY);
    // NIP-47: a reply SHOULD name its client; it need not.
    expect(replyText(channel, request, answer({ tags: [['e', request.id]] }))).toBe(REPLY);
  });

  test('the wallet can open the request, and a relay cannot (NIP-47)', () => {
    expect(request).toMatchObject({ kind: 23194, pubkey: CLIENT, created_at: NOW });
    expect(request.tags).toEqual([
      ['p', WALLET],
      ['encryption', encryption],
      ['expiration', String(NOW + 60)],
    ]);
    const opened =
      encryption === 'nip44_v2'
        ? nip44Decrypt(request.content, conversationKey(WALLET_SECRET, CLIENT))
        : nip04Decrypt(request.content, sharedSecret(WALLET_SECRET, CLIENT));
    expect(opened).toBe(REQUEST);
    expect(JSON.stringify(request)).not.toMatch(/get_balance|9d0583dea29e/);
    expect(JSON.stringify(request)).not.toContain(bytesToHex(channel.key));
  });

  test('two requests never have the same id (T24)', () => expect(earlier.id).not.toBe(request.id));
});
