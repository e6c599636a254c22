/** The texts of an entry, with the salted hash that the chain covers instead of them. */
import { createHash, randomBytes } from 'node:crypto';
import type { EntryText } from '#core/ledger.ts';

/** SHA-256 over salt and UTF-8 text. */
export const hashText = (salt: Uint8Array, text: string): Uint8Array =>
  createHash('sha256').update(salt).update(text, 'utf8').digest();

export function entryText(text: string): EntryText {
  const salt = randomBytes(16);
  return { text, salt, hash: hashText(salt, text) };
}
