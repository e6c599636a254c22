/**
 * Sealed boxes: short-lived secrets that must not be readable in the database (AES-256-GCM).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** `iv (12) | tag (16) | ciphertext` in base64. `purpose` is authenticated with it. */
export function seal(key: Uint8Array, purpose: string, value: unknown): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose));
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** @throws if the box was made with another key or for another purpose, or was altered */
export function unseal(key: Uint8Array, purpose: string, box: string): unknown {
  const bytes = Buffer.from(box, 'base64');
  const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(purpose))
    .setAuthTag(bytes.subarray(12, 28));
  return JSON.parse(
    Buffer.concat([cipher.update(bytes.subarray(28)), cipher.final()]).toString('utf8'),
  );
}
