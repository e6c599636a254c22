/**
 * The restore sheet: a new machine needs it in addition to a backup. Text in a QR code, and words.
 *
 *   satling-restore:1:<SECRET_KEY's 32 bytes, base64url>:<passphrase, UTF-8, base64url>:<sum>
 *
 * The sum is the first four bytes, in hex, of the SHA-256 of everything before the last colon. The
 * words encode only the key (BIP39, English, 24 words); the passphrase is printed next to them in
 * plain text.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { base64urlnopad, hex, utf8 } from '@scure/base';
import { entropyToMnemonic, mnemonicToEntropy } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

export type RestoreSheet = {
  /** 32 bytes. */
  secretKey: Uint8Array;
  /** Undefined if backups are not encrypted. */
  passphrase: string | undefined;
};

const START = 'satling-restore:1:';

/** The text of the QR code. */
export function sheetText({ secretKey, passphrase = '' }: RestoreSheet): string {
  const parts = [secretKey, utf8.decode(passphrase)].map((bytes) => base64urlnopad.encode(bytes));
  const text = START + parts.join(':');
  return `${text}:${sumOf(text)}`;
}

/** @returns undefined unless the text is a complete sheet; a mistyped letter is enough to fail */
export function readSheet(given: string): RestoreSheet | undefined {
  const text = given.replaceAll(/\s/g, '');
  const end = text.lastIndexOf(':');
  const body = text.slice(0, end);
  if (!body.startsWith(START) || text.slice(end + 1) !== sumOf(body)) return undefined;
  const [key = '', passphrase = ''] = body.slice(START.length).split(':');
  const secretKey = base64urlnopad.decode(key);
  if (secretKey.length !== 32) return undefined;
  return { secretKey, passphrase: utf8.encode(base64urlnopad.decode(passphrase)) || undefined };
}

/** The key as 24 words. */
export const sheetWords = (secretKey: Uint8Array): string[] =>
  entropyToMnemonic(secretKey, wordlist).split(' ');

/** @returns undefined if words are missing or wrong */
export function readWords(given: string): Uint8Array | undefined {
  const words = given
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  if (words.length !== 24) return undefined;
  try {
    return mnemonicToEntropy(words.join(' '), wordlist);
  } catch {
    return undefined; // its last word holds a checksum
  }
}

const sumOf = (text: string) => hex.encode(sha256(utf8.decode(text)).subarray(0, 4));
