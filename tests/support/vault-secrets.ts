/** An encrypted wallet's secrets, and a payload of the specified form that contains them. */
import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { nip44 } from 'nostr-tools';
import { readPayload, TAG_BYTES, type VaultPayload } from '../../src/core/vault/payload.ts';
import { type Secret, secretText } from './secret-search.ts';
import type { TestWallet } from './wallets.ts';

/** Each pair of adjacent words of a passphrase. */
export const partsOf = (words: string) =>
  words.split('-').flatMap((word, i, all) => {
    const pair = `${all[i - 1]}-${word}`;
    return i === 0 ? [] : [secretText(`${pair} of a passphrase`, pair)];
  });

export function secretsOfKey({ vpub, tpub }: TestWallet): Secret[] {
  const versions = { public: 0x043587cf, private: 0x04358394 };
  const { publicKey, chainCode } = HDKey.fromExtendedKey(tpub, versions);
  return [
    secretText('the vpub', vpub),
    secretText('the tpub', tpub),
    { name: 'the public key', bytes: publicKey as Uint8Array },
    { name: 'its chain code', bytes: chainCode as Uint8Array },
  ];
}

export function secretsOfConnection(text: string): Secret[] {
  const [, publicKey = '', secret = ''] = /:\/\/(\w+)\?.*secret=(\w+)/.exec(text) ?? [];
  const bytes = Buffer.from(secret, 'hex');
  return [
    secretText('a connection', text),
    { name: 'the secret of a connection', bytes },
    { name: 'the key of its messages', bytes: nip44.getConversationKey(bytes, publicKey) },
  ];
}

/** In the specified form, which the browser reseals on opening. */
export function oldPayload(kept: object, words: string) {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(words, salt, 100_000, 32, 'sha256'), iv);
  const data = [cipher.update(JSON.stringify(kept)), cipher.final(), cipher.getAuthTag()];
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  return { encryptedData: base64(Buffer.concat(data)), iv: base64(iv), salt: base64(salt) };
}

/** @throws if the passphrase, the family or a byte differs */
export function openInNode(payload: VaultPayload, words: string, familyId: string): unknown {
  const { salt, iv, readings } = readPayload(payload, { purpose: 'wallet', familyId });
  const [{ rounds, additionalData, ciphertext }] = readings as [(typeof readings)[number]];
  const key = pbkdf2Sync(words, salt, rounds, 32, 'sha256');
  const decipher = createDecipheriv('aes-256-gcm', key, iv);
  if (additionalData) decipher.setAAD(additionalData);
  decipher.setAuthTag(ciphertext.slice(-TAG_BYTES));
  const text = [decipher.update(ciphertext.slice(0, -TAG_BYTES)), decipher.final()];
  return JSON.parse(Buffer.concat(text).toString());
}
