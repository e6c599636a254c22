/** Connection strings of NIP-47 and the wallet's info event: refused and accepted ones. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { publicKeyOf, signEvent } from './nostr.ts';
import { INFO_KIND, offersPaying, readConnection, readWalletInfo } from './nwc.ts';

const SECRET = '9d0583dea29e08bc4961a3eedf0b8d0072d0bfad06a06271f90d11bf788410f3';
const WALLET_SECRET = '03'.repeat(32);
const WALLET = publicKeyOf(WALLET_SECRET);
const RELAY = 'relay=wss%3A%2F%2Frelay.example.org';
const string = (query: string, pubkey = WALLET) => `nostr+walletconnect://${pubkey}?${query}`;
const GOOD = string(`${RELAY}&secret=${SECRET}`);

const refused: [string, string, RegExp][] = [
  ['nothing', '', /begins with nostr\+walletconnect/],
  ['another scheme', GOOD.replace('nostr+walletconnect', 'https'), /begins with/],
  ['a Lightning address', 'mia@example.org', /begins with/],
  ['something before it', `my wallet: ${GOOD}`, /begins with/],
  ['a key that is too short', string(`${RELAY}&secret=${SECRET}`, WALLET.slice(1)), /begins with/],
  ['an npub', string(`${RELAY}&secret=${SECRET}`, `npub1${'q'.repeat(58)}`), /begins with/],
  ['a key on no curve', string(`${RELAY}&secret=${SECRET}`, 'ff'.repeat(32)), /wallet's key/],
  ['no parameters', `nostr+walletconnect://${WALLET}`, /begins with/],
  ['no relay', string(`secret=${SECRET}`), /no relay/],
  ['no secret', string(RELAY), /no secret/],
  ['an empty secret', string(`${RELAY}&secret=`), /no secret/],
  ['two secrets', string(`${RELAY}&secret=${SECRET}&secret=${'01'.repeat(32)}`), /more than one/],
  ['a secret that is too short', string(`${RELAY}&secret=${SECRET.slice(2)}`), /valid key/],
  ['a secret of zeros', string(`${RELAY}&secret=${'00'.repeat(32)}`), /valid key/],
  ['an nsec', string(`${RELAY}&secret=nsec1${'q'.repeat(58)}`), /valid key/],
  ['a relay over http', string(`relay=https://relay.example.org&secret=${SECRET}`), /wss:/],
  ['a relay without TLS', string(`relay=ws://relay.example.org&secret=${SECRET}`), /wss:/],
  ['a loopback relay', string(`relay=ws://127.0.0.1:7447&secret=${SECRET}`), /wss:/],
  ['a relay with a user', string(`relay=wss://a:b@relay.example.org&secret=${SECRET}`), /user/],
  ['a relay that is a word', string(`relay=relay&secret=${SECRET}`), /web address/],
  [
    'a relay with a blank',
    string(`relay=wss://relay. example.org&secret=${SECRET}`),
    /web address/,
  ],
  ['one bad relay of two', string(`${RELAY}&relay=ws://x.org&secret=${SECRET}`), /wss:/],
  ['an onion relay', string(`relay=wss://abcdefghij234567.onion&secret=${SECRET}`), /onion/],
  [
    'eleven relays',
    string(
      `${Array.from({ length: 11 }, (_, i) => `relay=wss://r${i}.org`).join('&')}&secret=${SECRET}`,
    ),
    /at most 10/,
  ],
  ['5,000 characters', GOOD.padEnd(5000, 'x'), /at most 4096/],
];

describe('the connection string (NIP-47)', () => {
  test.each(refused)('refused: %s (LN-29)', (_, text, why) => {
    expect(() => readConnection(text)).toThrow(
      expect.objectContaining({ code: 'BAD_CONNECTION', message: expect.stringMatching(why) }),
    );
  });

  test('no refusal repeats the secret (T24)', () => {
    for (const [name, text] of refused)
      try {
        readConnection(text);
      } catch (error) {
        expect(String(error), name).not.toContain(SECRET.slice(0, 12));
      }
  });

  test('the strings of the fixtures (LN-29)', () => {
    const { uris, invalidUris } = JSON.parse(
      readFileSync('tests/fixtures/lightning/nwc.json', 'utf8'),
    ) as {
      uris: {
        uri: string;
        expect: { walletPubkey: string; secret: string; lud16: string | null };
      }[];
      invalidUris: { uri: string }[];
    };
    for (const { uri, expect: expected } of uris)
      expect(readConnection(uri)).toEqual({
        ...expected,
        relays: ['wss://relay.example.org/'],
        lud16: expected.lud16 ?? undefined,
      });
    for (const { uri } of invalidUris) expect(() => readConnection(uri)).toThrow('begins with');
  });

  test('as wallets really write it (LN-29)', () => {
    const expected = { ...readConnection(GOOD) };
    const forms = [
      ` ${GOOD}\n`,
      GOOD.replace('://', ':'),
      GOOD.replace('nostr+', 'nostr'),
      GOOD.replace('nostr+walletconnect', 'NOSTR+WALLETCONNECT'),
      string(`${RELAY}&secret=${SECRET.toUpperCase()}`, WALLET.toUpperCase()),
      string(`relay=wss://relay.example.org&secret=${SECRET}&pubkey=${WALLET}&budget=1`),
      string(`secret=${SECRET}&${RELAY}&${RELAY}`),
      GOOD.replace('?', '/?'),
    ];
    for (const form of forms) expect(readConnection(form), form).toEqual(expected);
    const two = string(
      `${RELAY}&relay=wss://b.example.org/nwc?x=1&secret=${SECRET}&lud16=mia@x.org`,
    );
    expect(readConnection(two)).toEqual({
      walletPubkey: WALLET,
      relays: ['wss://relay.example.org/', 'wss://b.example.org/nwc?x=1'],
      secret: SECRET,
      lud16: 'mia@x.org',
    });
  });

  test('a relay without TLS is reached only where the operator trusts its host (T20)', () => {
    const at = (relay: string) => string(`relay=${relay}&secret=${SECRET}`);
    const trusts = (...insecure: string[]) => ({ insecure });
    const umbrel = at('ws://umbrel.local:4848');
    expect(() => readConnection(umbrel)).toThrow(/wss:/);
    for (const host of ['127.0.0.1', 'umbrel.local:4849', 'local'])
      expect(() => readConnection(umbrel, trusts(host)), host).toThrow(/wss:/);
    for (const host of ['umbrel.local', 'umbrel.local:4848'])
      expect(readConnection(umbrel, trusts(host)).relays).toEqual(['ws://umbrel.local:4848/']);
    expect(readConnection(at('ws://[::1]'), trusts('::1:80')).relays).toEqual(['ws://[::1]/']);
    expect(readConnection(umbrel, { insecure: 'any' }).relays).toHaveLength(1);
    expect(() => readConnection(at('http://umbrel.local'), { insecure: 'any' })).toThrow(/wss:/);
  });
});

describe('the info event (NIP-47)', () => {
  const connection = readConnection(GOOD);
  const METHODS = 'pay_invoice get_balance  get_info\n';
  const info = (tags: string[][], { kind = INFO_KIND, secret = WALLET_SECRET } = {}): unknown =>
    signEvent(
      { kind, created_at: 1_790_000_000, tags, content: METHODS },
      secret,
      new Uint8Array(32),
    );

  test('of another wallet, of another kind, or changed: refused (T24)', () => {
    const forged = { ...(info([]) as object), content: 'get_balance' };
    for (const event of [info([], { secret: SECRET }), info([], { kind: 1 }), forged, null])
      expect(() => readWalletInfo(connection, event)).toThrow(
        expect.objectContaining({ code: 'BAD_EVENT' }),
      );
  });

  test('an encryption that is unknown is refused, not guessed (NIP-47)', () => {
    for (const offered of ['nip44_v3', '', 'NIP04'])
      expect(() => readWalletInfo(connection, info([['encryption', offered]]))).toThrow(
        expect.objectContaining({ code: 'UNSUPPORTED_ENCRYPTION' }),
      );
  });

  test('is preferred; a wallet that says nothing has NIP-04 (NIP-47 NIP-44)', () => {
    const chosen = (...tags: string[][]) => readWalletInfo(connection, info(tags)).encryption;
    expect(chosen(['encryption', 'nip04 nip44_v2'])).toBe('nip44_v2');
    expect(chosen(['encryption', 'nip44_v2'])).toBe('nip44_v2');
    expect(chosen(['encryption', 'nip04'])).toBe('nip04');
    expect(chosen(['notifications', 'payment_received'])).toBe('nip04');
    expect(readWalletInfo(connection, info([]))).toEqual({
      methods: ['pay_invoice', 'get_balance', 'get_info'],
      encryption: 'nip04',
      createdAt: 1_790_000_000,
    });
  });
});

test('every method that can spend, or make a connection that can, is recognised (T25)', () => {
  const receiving = ['get_info', 'get_balance', 'make_invoice', 'lookup_invoice', 'receive'];
  const spending = [
    'pay_invoice',
    'pay_keysend',
    'multi_pay_invoice',
    'multi_pay_keysend',
    'pay',
    'pay_offer',
    'create_connection',
  ];
  for (const method of spending) expect(offersPaying([...receiving, method]), method).toBe(true);
  for (const method of [...receiving, 'list_payments', 'notifications', 'payment_received'])
    expect(offersPaying([method]), method).toBe(false);
  expect(offersPaying([])).toBe(false);
});
