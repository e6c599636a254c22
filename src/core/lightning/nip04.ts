/**
 * The old encryption between two Nostr keys (NIP-04): AES-256-CBC without a MAC. Only for wallets
 * that support nothing newer; the signature of the enclosing event protects it from changes.
 */
import { cbc } from '@noble/ciphers/aes.js';
import { base64 } from '@scure/base';
import { LightningError } from './error.ts';
import { utf8Bytes, utf8Text } from './text.ts';

const MAX_PAYLOAD_CHARS = 262_144;
const PAYLOAD = /^([A-Za-z0-9+/=]+)\?iv=([A-Za-z0-9+/=]{24})$/;

/** `key` is the `sharedSecret` of both keys; `iv` is 16 fresh random bytes. */
export function nip04Encrypt(text: string, key: Uint8Array, iv: Uint8Array): string {
  return `${base64.encode(cbc(key, iv).encrypt(utf8Bytes(text)))}?iv=${base64.encode(iv)}`;
}

/** @throws LightningError BAD_CIPHERTEXT, with one message for every cause: no padding oracle */
export function nip04Decrypt(payload: string, key: Uint8Array): string {
  const text = payload.length <= MAX_PAYLOAD_CHARS ? decrypted(payload, key) : undefined;
  if (text === undefined)
    throw new LightningError(
      'BAD_CIPHERTEXT',
      'The message cannot be opened with this key (NIP-04)',
    );
  return text;
}

function decrypted(payload: string, key: Uint8Array): string | undefined {
  const [, ciphertext = '', iv = ''] = PAYLOAD.exec(payload) ?? [];
  try {
    return utf8Text(cbc(key, base64.decode(iv)).decrypt(base64.decode(ciphertext)));
  } catch {
    return undefined;
  }
}
