/** The key pair that identifies this server to push services (VAPID, RFC 8292). */
import { createECDH } from 'node:crypto';

export type VapidKeys = { publicKey: string; privateKey: string };

/** From 32 derived bytes: every instance has the same pair without storing it. */
export function vapidKeys(seed: Uint8Array): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(seed)); // throws for 1 of 4 billion secrets: the start says so
  return {
    publicKey: pair.getPublicKey().toString('base64url'),
    privateKey: Buffer.from(seed).toString('base64url'),
  };
}
