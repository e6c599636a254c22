/** Anything that can spend money is refused before anything else is checked. */
import { expect, test } from 'vitest';
import vectors from '#tests/fixtures/bitcoin/bip-vectors.json' with { type: 'json' };
import { BitcoinInputError, type SecretCode } from './input-error.ts';
import { readPublicWallet } from './keys.ts';
import { refuseSecrets } from './secrets.ts';

const WORDS =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const WORDS_24 =
  'letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor ' +
  'acoustic avoid letter advice cage absurd amount doctor acoustic bless';
const SPANISH = 'ábaco abdomen abeja abierto abogado abono aborto abrazo abrir abuelo abuso acabar';
const XPRV =
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi';
const ZPRV =
  'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE';
const UPRV =
  'uprv91G7gZkzehuMVxDJTYE6tLivdF8e4rvzSu1LFfKw3b2Qx1Aj8vpoFnHdfUZ3hmi9jsvPifmZ24RTN2KhwB8BfMLTVqaBReibyaFFcTP1s9n';
const WIF = 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d';
const HEX = 'c9bdb49cfbaedca21c4b1f3a7803c34636b1d7dc55a717132443fc3f4c5867e8';
const NSEC = 'nsec1vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5';

const REFUSED: readonly [string, SecretCode, string][] = [
  ['xprv', 'PRIVATE_EXTENDED_KEY', XPRV],
  ['yprv', 'PRIVATE_EXTENDED_KEY', `yprv${XPRV.slice(4)}`],
  ['zprv', 'PRIVATE_EXTENDED_KEY', ZPRV],
  ['tprv', 'PRIVATE_EXTENDED_KEY', `tprv${XPRV.slice(4)}`],
  ['uprv', 'PRIVATE_EXTENDED_KEY', UPRV],
  ['vprv', 'PRIVATE_EXTENDED_KEY', `vprv${XPRV.slice(4)}`],
  ['multisig Zprv', 'PRIVATE_EXTENDED_KEY', `Zprv${XPRV.slice(4)}`],
  ['xprv with a typing error', 'PRIVATE_EXTENDED_KEY', XPRV.replace('9s21', '9s12')],
  ['xprv cut off', 'PRIVATE_EXTENDED_KEY', XPRV.slice(0, 40)],
  ['xprv in capitals', 'PRIVATE_EXTENDED_KEY', XPRV.toUpperCase()],
  ['xprv over lines', 'PRIVATE_EXTENDED_KEY', `${XPRV.slice(0, 3)}\n${XPRV.slice(3)}`],
  ['xprv behind words', 'PRIVATE_EXTENDED_KEY', `my key: ${XPRV}`],
  ['xprv with an invisible character', 'PRIVATE_EXTENDED_KEY', `xp\u200Brv${XPRV.slice(4)}`],
  ['xprv in full-width letters', 'PRIVATE_EXTENDED_KEY', `ｘｐｒｖ${XPRV.slice(4)}`],
  ['descriptor with xprv', 'PRIVATE_EXTENDED_KEY', `wpkh([28645006/84h/0h/0h]${XPRV}/<0;1>/*)`],
  ['descriptor with tprv', 'PRIVATE_EXTENDED_KEY', `tr(tprv${XPRV.slice(4)}/0/*)#aaaaaaaa`],
  ['descriptor with WIF', 'PRIVATE_KEY', `wpkh(${WIF})`],
  ['descriptor of several keys with one private', 'PRIVATE_EXTENDED_KEY', `multi(1,xpub,${XPRV})`],
  ['WIF, compressed', 'PRIVATE_KEY', WIF],
  ['WIF, uncompressed', 'PRIVATE_KEY', '5KYZdUEo39z3FPrtuX2QbbwGnNP5zTd7yyr2SC1j299sBCnWjss'],
  ['WIF of a test network', 'PRIVATE_KEY', 'cULrpoZGXiuC19Uhvykx7NugygA3k86b3hmdCeyvHYQZSxojGyXJ'],
  [
    'WIF of a test network, uncompressed',
    'PRIVATE_KEY',
    `9${'2Pg46rUhgTT7romnV7iGW6W1gbGdeezqdbJCzShkCsYNzyyNcc'}`,
  ],
  ['WIF with a typing error', 'PRIVATE_KEY', WIF.replace('Zp', 'pZ')],
  ['WIF over lines', 'PRIVATE_KEY', `${WIF.slice(0, 20)}\r\n${WIF.slice(20)}`],
  [
    'key with a password',
    'PRIVATE_KEY',
    '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
  ],
  ['mini private key', 'PRIVATE_KEY', 'S6c56bnXQiBjk9mqSYE7ykVQ7NzrRy'],
  ['hexadecimal key', 'PRIVATE_KEY', HEX],
  ['hexadecimal key with 0x', 'PRIVATE_KEY', `0x${HEX.toUpperCase()}`],
  ['hexadecimal key in groups', 'PRIVATE_KEY', HEX.replaceAll(/(.{8})/g, '$1 ')],
  ['hexadecimal seed', 'PRIVATE_KEY', `${HEX}${HEX}`],
  ['12 seed words', 'SEED_WORDS', WORDS],
  [
    '12 seed words in capitals, one a line',
    'SEED_WORDS',
    WORDS.toUpperCase().replaceAll(' ', '\n'),
  ],
  ['12 seed words with commas', 'SEED_WORDS', WORDS.replaceAll(' ', ', ')],
  ['12 seed words with numbers', 'SEED_WORDS', WORDS.replaceAll(/(\w+)/g, '1. $1').trim()],
  ['12 seed words with numbers that touch', 'SEED_WORDS', WORDS.replaceAll(/(\w+)/g, '12$1')],
  ['12 seed words, one missing', 'SEED_WORDS', WORDS.slice(8)],
  ['12 seed words, one mistyped', 'SEED_WORDS', WORDS.replace('about', 'ab0ut')],
  ['12 seed words behind an xpub', 'SEED_WORDS', `${vectors.bip32[0]?.public} ${WORDS}`],
  ['15 seed words', 'SEED_WORDS', `${WORDS} cage cage cage`],
  ['24 seed words', 'SEED_WORDS', WORDS_24],
  ['seed words in Spanish', 'SEED_WORDS', SPANISH],
  ['codex32', 'SEED_WORDS', 'ms10testsxxxxxxxxxxxxxxxxxxxxxxxxxx4nzvca9cmczlw'],
  ['nsec', 'NOSTR_SECRET', NSEC],
  ['nsec in capitals', 'NOSTR_SECRET', NSEC.toUpperCase()],
  ['nostr:nsec', 'NOSTR_SECRET', `nostr:${NSEC}`],
  [
    'ncryptsec',
    'NOSTR_SECRET',
    'ncryptsec1qgg9947rlpvqu76pj5ecreduf9jxhselq2nae2kghhvd5g7dgjtcxfqtd67p9m0w57lspw8gsq6yphnm8623nsl8xn9j4jdzz84zm3frztj3z7s35vpzmqf6ksu8r89qk5z2zxfmu5gv8th8wclt0h4p',
  ],
  ['wallet connection', 'NOSTR_SECRET', `nostr+walletconnect://${HEX}?relay=wss://r&secret=${HEX}`],
];

test('anything that can spend money is refused with its reason, and never repeated (T48)', () => {
  for (const [name, code, text] of REFUSED) {
    const error = refusalOf(text);
    expect(error, name).toBeInstanceOf(BitcoinInputError);
    expect(error, name).toMatchObject({ code, isSecret: true });
    expect(error?.message, name).toMatch(/^This looks like .* Enter an address or an extended/);
    expect(error?.message).not.toContain(text.slice(0, 12));
  }
  expect(REFUSED.length).toBeGreaterThanOrEqual(30);
});

test('secrets are refused ahead of every other complaint (T48)', () => {
  expect(refusalOf(`${XPRV}${' '.repeat(2_000)}`)).toMatchObject({ code: 'PRIVATE_EXTENDED_KEY' });
  expect(refusalOf(`${'x '.repeat(1_000)}${WORDS}`)).toMatchObject({ code: 'SEED_WORDS' });
  expect(refusalOf(`bitcoin:${WIF}?amount=a`)).toMatchObject({ code: 'PRIVATE_KEY' });
});

test('BIP32: every private key of its vectors is refused, every public one passes (T48)', () => {
  for (const { public: open, private: secret } of vectors.bip32) {
    expect(refusalOf(secret)).toMatchObject({ code: 'PRIVATE_EXTENDED_KEY' });
    expect(() => refuseSecrets(open)).not.toThrow();
  }
});

test('public keys, addresses and exports of wallets hold no secret', () => {
  const xpub = vectors.bip32[1]?.public;
  for (const text of [
    xpub,
    `wpkh([28645006/84h/0h/0h]${xpub}/<0;1>/*)#abcdefgh`,
    `tr(${HEX})`,
    `tr([28645006/86h/0h/0h]${HEX})`,
    'bc1q w508 d6qe jxtd g4y5 r3za rvar y0c5 xw7k v8f3 t4',
    'bc1p 5cyx nuxm euwu vkwf em96 lqzs zd02 n6xd cjrs 20ca c6yq jjwu dpxq kedr cr',
    'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg',
    `{"chain": "BTC", "account": 0, "xfp": "0F056943", "bip84": {"name": "p2wpkh", "deriv": "m", "xpub": "${xpub}"}}`,
    'This is my address at home',
  ])
    expect(() => refuseSecrets(text as string), text).not.toThrow();
});

function refusalOf(text: string): BitcoinInputError | undefined {
  try {
    readPublicWallet(text);
    return undefined;
  } catch (error) {
    return error as BitcoinInputError;
  }
}
