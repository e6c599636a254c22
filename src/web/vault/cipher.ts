/**
 * Seals and opens vault payloads with Web Crypto. It runs in the worker, and the same way in Node.
 * The passphrase and the key never leave it; the key can't be exported.
 */
import { CANNOT_OPEN, CANNOT_SEAL, VaultError } from '#core/vault/error.ts';
import {
  type Binding,
  IV_BYTES,
  isCurrent,
  newHeader,
  type Reading,
  ROUNDS,
  readPayload,
  SALT_BYTES,
  type VaultPayload,
  writePayload,
} from '#core/vault/payload.ts';
import { readSecrets, type WalletSecrets, writeSecrets } from '#core/vault/secrets.ts';

/** Salt and IV of one payload: fresh for each, except in tests with known answers. */
type Fresh = { salt: Uint8Array<ArrayBuffer>; iv: Uint8Array<ArrayBuffer> };

const freshBytes = (): Fresh => ({
  salt: crypto.getRandomValues(new Uint8Array(SALT_BYTES)),
  iv: crypto.getRandomValues(new Uint8Array(IV_BYTES)),
});

/** Always in the newest version. @throws VaultError CANNOT_SEAL */
export async function sealSecrets(
  secrets: WalletSecrets,
  passphrase: string,
  binding: Binding,
  { salt, iv } = freshBytes(),
): Promise<VaultPayload> {
  try {
    const { header, additionalData } = newHeader(binding);
    const key = await deriveKey(passphrase, salt, ROUNDS);
    const text = new TextEncoder().encode(writeSecrets(secrets));
    const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, text);
    return writePayload({ header, ciphertext: new Uint8Array(sealed), iv, salt });
  } catch {
    throw new VaultError('CANNOT_SEAL', CANNOT_SEAL);
  }
}

export type Opened = {
  secrets: WalletSecrets;
  /** False for an old version or few rounds: seal it again and save that. */
  isCurrent: boolean;
};

/** @throws VaultError CANNOT_OPEN, DAMAGED or BAD_ROUNDS */
export async function openSecrets(
  payload: VaultPayload,
  passphrase: string,
  binding: Binding,
): Promise<Opened> {
  const { salt, iv, readings } = readPayload(payload, binding);
  for (const reading of readings) {
    const key = await deriveKey(passphrase, salt, reading.rounds);
    const text = await decrypted(reading, key, iv);
    if (text !== undefined) return { secrets: readSecrets(text), isCurrent: isCurrent(reading) };
  }
  throw new VaultError('CANNOT_OPEN', CANNOT_OPEN);
}

/**
 * PBKDF2-SHA-256 of the whole passphrase, normalized (NFKC): a 256-bit key that can't be exported.
 */
export async function deriveKey(
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number,
): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const base = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

/** Undefined if the tag doesn't match. */
async function decrypted(
  { ciphertext, additionalData }: Reading,
  key: CryptoKey,
  iv: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> {
  const algorithm = { name: 'AES-GCM', iv, ...(additionalData && { additionalData }) };
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, key, ciphertext));
  } catch {
    return undefined;
  }
}
