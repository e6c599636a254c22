/**
 * Refuses anything that can spend money: private keys, seed words, Nostr secrets. It judges by
 * shape alone, without checksums and word lists, to catch mistyped secrets too. False alarms are
 * harmless: no public key or address has one of these shapes.
 */
import { BitcoinInputError, type SecretCode } from './input-error.ts';

/**
 * The lengths in BIP39's English list. Mixed upper and lower case comes from pieces of a key in
 * groups, never from words.
 */
const SEED_WORD = /^(?:\p{Lu}{3,8}|(?=.{3,8}$)\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+)$/u;

/** A seed has 12 to 24 words. One may be missing or mistyped. */
const FEWEST_SEED_WORDS = 11;

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';

/** A run of characters on its own: inside an xpub, any few letters can come up by chance. */
const alone = (pattern: string, flags = '') =>
  new RegExp(`(?<![A-Za-z0-9])(?:${pattern})(?![A-Za-z0-9])`, flags);

const SHAPES: readonly { code: SecretCode; what: string; shape: RegExp }[] = [
  {
    code: 'PRIVATE_EXTENDED_KEY',
    what: 'an extended private key (xprv, yprv, zprv …)',
    shape: /(?<![A-Za-z0-9])[a-z]prv[1-9A-Za-z]{4}/i,
  },
  {
    code: 'NOSTR_SECRET',
    what: 'a Nostr secret (nsec) or a wallet connection',
    shape: /(?<![A-Za-z0-9])(?:nsec1|ncryptsec1|nostr\+?walletconnect:)/i,
  },
  {
    // Wallet import format, its password-protected kind (BIP38), and mini private keys.
    code: 'PRIVATE_KEY',
    what: 'a private key',
    shape: alone(`[5KL9c]${BASE58}{50,51}|6P${BASE58}{56}|S${BASE58}{21,29}`),
  },
  {
    // 32 bytes are a key, 64 bytes a seed. Inside a descriptor they are a public key.
    code: 'PRIVATE_KEY',
    what: 'a private key or a seed in hexadecimal',
    shape: /(?<![A-Za-z0-9(\]])(?:0x)?(?:[0-9a-f]{64}|[0-9a-f]{128})(?![A-Za-z0-9])/i,
  },
  {
    // BIP93: a seed as text.
    code: 'SEED_WORDS',
    what: 'a wallet’s seed (codex32)',
    shape: alone('ms1[02-9ac-hj-np-z]{45,}', 'i'),
  },
];

/** Long texts are searched for secrets too, up to this limit. */
const MAX_SEARCHED = 20_000;

/** Invisible characters that come along when text is copied. */
const INVISIBLE = /\p{Cf}/gu;

/**
 * The pasted text without invisible characters. Throws a BitcoinInputError with a SecretCode if it
 * contains a secret.
 */
export function withoutSecrets(pasted: string): string {
  const text = pasted.slice(0, MAX_SEARCHED).normalize('NFKC').replaceAll(INVISIBLE, '');
  refuseSecrets(text);
  return text;
}

/** Throws a BitcoinInputError with a SecretCode if the text contains a secret. */
export function refuseSecrets(text: string): void {
  // A secret may be wrapped over several lines.
  const compact = text.replaceAll(/\s/g, '');
  for (const { code, what, shape } of SHAPES)
    if (shape.test(text) || shape.test(compact)) throw refusal(code, what);
  if (countSeedWords(text) >= FEWEST_SEED_WORDS)
    throw refusal('SEED_WORDS', 'a wallet’s seed words');
}

/** Seed words are often numbered: `1. abandon 2. ability`. */
const countSeedWords = (text: string): number =>
  text
    .split(/[\s,;.:|/()-]+/)
    .map((word) => word.replace(/^\d{1,2}/, ''))
    .filter((word) => SEED_WORD.test(word)).length;

const refusal = (code: SecretCode, what: string) =>
  new BitcoinInputError(
    code,
    `This looks like ${what}. Whoever has it can spend the money: never enter it on a website. ` +
      'Enter an address or an extended public key (xpub, ypub, zpub) instead.',
  );
