/**
 * A passkey's challenge before sign-in, not stored anywhere. It contains its expiry, and only the
 * requesting browser can answer it.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { MINUTE } from '#core/time.ts';
import { CHALLENGE_MINUTES } from './contract.ts';

const RANDOM_BYTES = 16;
const TIME_BYTES = 8;

/** @param nonce of the browser's cookie @returns base64url of 56 bytes */
export function strangersChallenge(key: Uint8Array, nonce: string, now: Date): string {
  const until = Buffer.alloc(TIME_BYTES);
  until.writeBigUInt64BE(BigInt(now.getTime() + CHALLENGE_MINUTES * MINUTE));
  const body = Buffer.concat([randomBytes(RANDOM_BYTES), until]);
  return Buffer.concat([body, macOf(key, body, nonce)]).toString('base64url');
}

export function isOurs(key: Uint8Array, challenge: string, nonce: string, now: Date): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const body = bytes.subarray(0, RANDOM_BYTES + TIME_BYTES);
  const mac = bytes.subarray(body.length);
  const right = macOf(key, body, nonce);
  if (mac.length !== right.length || !timingSafeEqual(mac, right)) return false;
  return body.readBigUInt64BE(RANDOM_BYTES) > BigInt(now.getTime());
}

const macOf = (key: Uint8Array, body: Uint8Array, nonce: string): Buffer =>
  createHmac('sha256', key).update(body).update(nonce).digest();

/** The challenge that a browser claims was signed; undefined for any other claim. */
export function challengeIn(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
