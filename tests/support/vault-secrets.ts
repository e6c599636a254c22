/** What an encrypted wallet keeps secret, and a payload of the specified form that keeps it. */
import { createCipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { nip44 } from 'nostr-tools';
import { type Secret, secretText } from './secret-search.ts';
import type { TestWallet } from './wallets.ts';

/** Each two neighbours of a passphrase. */
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

/** As the specification says it; the browser seals it anew when it opens it. */
export function oldPayload(kept: object, words: string) {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', pbkdf2Sync(words, salt, 100_000, 32, 'sha256'), iv);
  const data = [cipher.update(JSON.stringify(kept)), cipher.final(), cipher.getAuthTag()];
  const base64 = (bytes: Buffer) => bytes.toString('base64');
  return { encryptedData: base64(Buffer.concat(data)), iv: base64(iv), salt: base64(salt) };
}
