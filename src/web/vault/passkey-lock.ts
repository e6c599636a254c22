/**
 * Seals the vault's passphrase with a secret that only a passkey derives (WebAuthn PRF). It runs in
 * the worker. The key is HKDF-SHA-256 of the PRF output, the cipher AES-256-GCM; purpose, family
 * and credential are authenticated, so a text sealed for one opens for no other.
 */
import { base64 } from '@scure/base';
import { CANNOT_OPEN, CANNOT_SEAL, VaultError } from '#core/vault/error.ts';
import { type Binding, IV_BYTES, TAG_BYTES } from '#core/vault/payload.ts';

/** The PRF output of this credential for the lock's salt: 32 bytes. */
export type PasskeySecret = { credentialId: string; output: Uint8Array<ArrayBuffer> };

const PRF_BYTES = 32;
const bytesOf = (text: string) => new TextEncoder().encode(text);

/** @returns IV, ciphertext and tag. @throws VaultError CANNOT_SEAL */
export async function sealPassphrase(
  passphrase: string,
  secret: PasskeySecret,
  binding: Binding,
): Promise<string> {
  try {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const how = cipher(iv, secret, binding);
    const key = await deriveKey(secret, binding);
    const sealed = new Uint8Array(await crypto.subtle.encrypt(how, key, bytesOf(passphrase)));
    return base64.encode(Uint8Array.from([...iv, ...sealed]));
  } catch {
    throw new VaultError('CANNOT_SEAL', CANNOT_SEAL);
  }
}

/** @throws VaultError CANNOT_OPEN for another passkey, purpose or family, or an altered text */
export async function openPassphrase(
  text: string,
  secret: PasskeySecret,
  binding: Binding,
): Promise<string> {
  try {
    const bytes = Uint8Array.from(base64.decode(text));
    if (bytes.length <= IV_BYTES + TAG_BYTES) throw new Error('Too short');
    const how = cipher(bytes.slice(0, IV_BYTES), secret, binding);
    const key = await deriveKey(secret, binding);
    const open = await crypto.subtle.decrypt(how, key, bytes.slice(IV_BYTES));
    return new TextDecoder().decode(open);
  } catch {
    throw new VaultError('CANNOT_OPEN', CANNOT_OPEN);
  }
}

const cipher = (
  iv: Uint8Array<ArrayBuffer>,
  { credentialId }: PasskeySecret,
  { purpose, familyId }: Binding,
) => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytesOf(`passkey|${purpose}|${familyId}|${credentialId}`),
});

async function deriveKey({ output }: PasskeySecret, { purpose, familyId }: Binding) {
  if (output.length !== PRF_BYTES) throw new Error('Expected 32 bytes');
  const base = await crypto.subtle.importKey('raw', output, 'HKDF', false, ['deriveKey']);
  const info = bytesOf(`satling vault passkey|${purpose}|${familyId}`);
  return crypto.subtle.deriveKey(
    // The output is already random, from a separate salt.
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
