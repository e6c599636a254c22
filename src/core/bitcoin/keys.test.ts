/** Pasted by a parent: recognized, tolerated, or refused with a reason. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import fixtures from '#tests/fixtures/bitcoin/addresses.json' with { type: 'json' };
import official from '#tests/fixtures/bitcoin/addresses.official.json' with { type: 'json' };
import vectors from '#tests/fixtures/bitcoin/bip-vectors.json' with { type: 'json' };
import { BitcoinInputError } from './input-error.ts';
import { readPublicWallet } from './keys.ts';

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const XPUB = official.official[0]?.key as string;
const ZPUB = official.official[2]?.key as string;

test('what is no wallet is refused, says what was expected, and is never repeated (T48)', () => {
  for (const [text, code, message] of [
    ['', 'EMPTY', 'Expected a Bitcoin address'],
    [' \n\u200B\u00A0', 'EMPTY', 'Expected a Bitcoin address'],
    ['hunter2-my-password', 'UNKNOWN_FORMAT', 'got 19 characters'],
    ['a'.repeat(1_001), 'TOO_LONG', 'at most 1000 characters, got 1001'],
    [`${ADDRESS} ${ADDRESS}`, 'BAD_CHECKSUM', 'mistyped or missing'],
    [
      'lnbc15u1p3xnhl2pp5jptserfk3zk4qy42tlucycrfwxhydvlemu9pqr93tuzlv9cc7g3s',
      'UNKNOWN_FORMAT',
      '',
    ],
    ['anna@coinos.io', 'UNKNOWN_FORMAT', 'got 14 characters'],
    ['02'.padEnd(66, 'a'), 'UNKNOWN_FORMAT', 'got 66 characters'],
    [fixtures.invalid[0]?.key, 'SEED_WORDS', 'seed words'],
    [fixtures.invalid[1]?.key, 'BAD_CHECKSUM', '111 characters, got 12'],
  ] as [string, string, string][]) {
    expect(() => readPublicWallet(text), text).toThrow(message);
    const error = failureOf(text);
    expect(error.code, text).toBe(code);
    if (text.length > 10) expect(error.message).not.toContain(text);
  }
});

test('addresses, extended keys and descriptors are told apart (WALL-01)', () => {
  expect(readPublicWallet(ADDRESS)).toMatchObject({ kind: 'address', address: { type: 'p2wpkh' } });
  expect(readPublicWallet(XPUB)).toMatchObject({ kind: 'ambiguous', key: { depth: 3 } });
  expect(readPublicWallet(XPUB)).not.toHaveProperty('account');
  expect(readPublicWallet(`tr(${XPUB}/<0;1>/*)`)).toMatchObject({
    kind: 'account-key',
    accountKey: { scriptType: 'p2tr' },
  });
  for (const { key, scriptType, network } of [...fixtures.keys, ...official.official]) {
    const wallet = readPublicWallet(key);
    const isAmbiguous = /^[xt]pub/.test(key);
    expect(wallet.kind).toBe(isAmbiguous ? 'ambiguous' : 'account-key');
    if (wallet.kind === 'account-key') expect(wallet.accountKey.scriptType).toBe(scriptType);
    const read = wallet.kind === 'account-key' ? wallet.accountKey.key : wallet;
    expect(JSON.stringify(read)).toContain(`"${network}"`);
  }
});

test('a key with its origin and without a script reveals its script type, or the person is asked (T48)', () => {
  const at = (path: string, key: string) => `[28645006${path}]${key}`;
  for (const [text, code] of [
    [at('/48h/0h/0h/2h', XPUB), 'MULTISIG'],
    [at('/49h/0h/0h', ZPUB), 'BAD_DESCRIPTOR'],
    [at('/84h/0h/0h', `${ZPUB}/7/*`), 'BAD_DESCRIPTOR'],
    ['[2864500/84h/0h/0h]zpub', 'BAD_DESCRIPTOR'],
    [at('/84h/0h/0h', ZPUB.replace(/.$/, '1')), 'BAD_CHECKSUM'],
    [at('/84h/0h/0h', ADDRESS), 'BAD_CHECKSUM'],
  ] as const)
    expect(failureOf(text).code, text).toBe(code);
  const origin = { fingerprint: '28645006', path: '/84h/0h/0h' };
  for (const text of [
    at('/84h/0h/0h', ZPUB),
    at("/84'/0'/0'", ZPUB),
    at('/84h/0h/0h', `${ZPUB}/<0;1>/*`),
    at('/84h/0h/0h', XPUB),
  ])
    expect(readPublicWallet(text), text).toMatchObject({
      kind: 'account-key',
      accountKey: { scriptType: 'p2wpkh', origin },
    });
  expect(readPublicWallet(at('/86h/0h/0h', XPUB))).toMatchObject({
    accountKey: { scriptType: 'p2tr' },
  });
  // A custom path reveals nothing: it is treated like an xpub alone.
  expect(readPublicWallet(at('/0h', XPUB)).kind).toBe('ambiguous');
});

test('spaces, line ends, groups and invisible characters around a good text do no harm', () => {
  const zpub = readPublicWallet(ZPUB);
  for (const text of [
    `  ${ZPUB}\r\n`,
    `\uFEFF${ZPUB}\u200B`,
    `${ZPUB.slice(0, 60)}\n${ZPUB.slice(60)}`,
    ZPUB.replaceAll(/(.{4})/g, '$1 '),
  ])
    expect(readPublicWallet(text)).toEqual(zpub);
  expect(readPublicWallet(ADDRESS.toUpperCase())).toEqual(readPublicWallet(ADDRESS));
  expect(readPublicWallet('bc1q w508 d6qe jxtd g4y5 r3za rvar y0c5 xw7k v8f3 t4')).toEqual(
    readPublicWallet(ADDRESS),
  );
});

test('20,000 random and damaged texts are read, or refused with one of our own errors', () => {
  const known = [
    ADDRESS,
    XPUB,
    ZPUB,
    `wpkh([28645006/84h/0h/0h]${XPUB}/<0;1>/*)#aaaaaaaa`,
    `bitcoin:${ADDRESS}?amount=1&label=%20`,
    ...vectors.bip350.map(({ address }) => address),
    ...fixtures.keys.map(({ key }) => key),
  ];
  const damaged = fc
    .tuple(
      fc.constantFrom(...known),
      fc.nat(),
      fc.nat(6),
      fc.string({ maxLength: 6, unit: 'binary' }),
    )
    .map(([text, at, length, other]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + other + text.slice(place + length);
    });
  const pieces = fc.array(
    fc.constantFrom(
      'wpkh(',
      'sh(',
      'tr(',
      ')',
      '[',
      ']',
      '#',
      '/*',
      '/0',
      XPUB,
      '<0;1>',
      'bc1',
      '1',
      ';',
    ),
    { maxLength: 12 },
  );
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.stringMatching(/^(bc1|tb1|bcrt1|1|3|m|2|xpub|zpub)[a-zA-Z0-9]{0,110}$/),
    pieces.map((all) => all.join('')),
    damaged,
  );
  let refused = 0;
  fc.assert(
    fc.property(anything, (text) => {
      try {
        readPublicWallet(text);
      } catch (error) {
        refused += 1;
        if (!(error instanceof BitcoinInputError)) throw error;
      }
    }),
    { numRuns: 20_000 },
  );
  expect(refused).toBeGreaterThan(15_000);
});

function failureOf(text: string): BitcoinInputError {
  try {
    readPublicWallet(text);
  } catch (error) {
    return error as BitcoinInputError;
  }
  throw new Error('It was read');
}
