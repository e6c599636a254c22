/**
 * Encrypts the personal data stored in this browser: AES-256-GCM with a key of the device. It
 * protects against a copied profile or a glance at the storage, not against a user of this browser.
 */
import { DEVICE_KEY } from './storage.ts';

export { DEVICE_KEY } from './storage.ts';
export const NOT_INITIALIZED = 'Encryption not initialized';
export const INVALID = 'Invalid encryption key or corrupted data';

const KEY_BYTES = 32;
const IV_BYTES = 12;

/** The device's key, 32 random bytes in hex; created on first use. */
export function deviceKey(): string | undefined {
  try {
    const known = localStorage.getItem(DEVICE_KEY);
    if (known !== null) return known;
    const made = toHex(crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
    localStorage.setItem(DEVICE_KEY, made);
    return made;
  } catch {
    return undefined; // storage is forbidden, so there is nothing to encrypt
  }
}

/** The current key, without creating one. */
export function heldKey(): string | undefined {
  try {
    return localStorage.getItem(DEVICE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** True if this page may encrypt: browsers allow it only on https and localhost. */
export const canEncrypt = (): boolean => crypto.subtle !== undefined;

/**
 * The value as JSON under the key, as base64 of IV and ciphertext. `name` is bound into it.
 * @throws Error NOT_INITIALIZED without a key, INVALID if the key is invalid
 */
export async function encryptLocal(
  keyHex: string | undefined,
  name: string,
  value: unknown,
): Promise<string> {
  const key = await open(keyHex);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const text = new TextEncoder().encode(JSON.stringify(value));
  const sealed = await crypto.subtle.encrypt(algorithm(iv, name), key, text);
  return btoa(letters(iv) + letters(new Uint8Array(sealed)));
}

/**
 * @throws Error NOT_INITIALIZED without a key; INVALID for another key or an altered text. There is
 * no fallback.
 */
export async function decryptLocal(
  keyHex: string | undefined,
  name: string,
  box: string,
): Promise<unknown> {
  const key = await open(keyHex);
  try {
    const bytes = Uint8Array.from(atob(box), (letter) => letter.charCodeAt(0));
    const iv = bytes.slice(0, IV_BYTES);
    const text = await crypto.subtle.decrypt(algorithm(iv, name), key, bytes.slice(IV_BYTES));
    return JSON.parse(new TextDecoder().decode(text));
  } catch {
    throw new Error(INVALID);
  }
}

/** One byte per character, one by one, because calls limit their number of arguments. */
const letters = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

const algorithm = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(name),
});

function open(keyHex: string | undefined): Promise<CryptoKey> {
  if (keyHex === undefined || !canEncrypt()) throw new Error(NOT_INITIALIZED);
  if (!/^[0-9a-f]{64}$/.test(keyHex)) throw new Error(INVALID);
  const bytes = Uint8Array.from(keyHex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
