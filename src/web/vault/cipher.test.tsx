/**
 * Sealing and opening vault payloads. The known answers come from OpenSSL (node:crypto), not from
 * this code.
 */
import { createCipheriv, pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Binding, VaultPayload } from '#core/vault/payload.ts';
import { deriveKey, openSecrets, sealSecrets } from './cipher.ts';

const binding: Binding = { purpose: 'wallet', familyId: '01a1fca1-0000-7000-8000-000000000001' };
const passphrase = 'maple-orbit-lantern-pebble-cactus-violin-417';
const secrets = { walletAddress: 'bc1qexample', walletXpub: `xpub6${'A'.repeat(106)}` };
const salt = Uint8Array.from({ length: 16 }, (_, i) => i);
const iv = Uint8Array.from({ length: 12 }, (_, i) => 100 + i);
const bytesOf = (text: string) => Buffer.from(text, 'base64');

/** The same text encrypted by OpenSSL. */
function byOpenSsl(text: string, rounds: number, additionalData?: Buffer): Buffer {
  const key = pbkdf2Sync(passphrase, salt, rounds, 32, 'sha256');
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  if (additionalData) cipher.setAAD(additionalData);
  const sealed = [cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([...sealed, cipher.getAuthTag()]);
}

const header = Buffer.from('46564c02000927c0', 'hex');
const current: VaultPayload = await sealSecrets(secrets, passphrase, binding, { salt, iv });
const old: VaultPayload = {
  encryptedData: byOpenSsl(JSON.stringify(secrets), 100_000).toString('base64'),
  iv: Buffer.from(iv).toString('base64'),
  salt: Buffer.from(salt).toString('base64'),
};
const opens = (payload: VaultPayload, to: Partial<Binding> = {}, words = passphrase) =>
  openSecrets(payload, words, { ...binding, ...to } as Binding);
const cannotOpen = {
  code: 'CANNOT_OPEN',
  message: 'Failed to decrypt Bitcoin secrets - invalid passphrase or corrupted data',
};

test('what is sealed is, byte for byte, what OpenSSL makes of it (VAULT-16)', () => {
  const bound = Buffer.concat([header, Buffer.from(`|wallet|${binding.familyId}`)]);
  const expected = Buffer.concat([header, byOpenSsl(JSON.stringify(secrets), 600_000, bound)]);
  expect(current.encryptedData).toBe(expected.toString('base64'));
  expect(bytesOf(current.encryptedData).readUInt32BE(4)).toBe(600_000);
});

test('another passphrase, purpose or family opens nothing (VAULT-36)', async () => {
  await expect(opens(current, {}, `${passphrase}8`)).rejects.toMatchObject(cannotOpen);
  await expect(opens(old, {}, `${passphrase}8`)).rejects.toMatchObject(cannotOpen);
  await expect(opens(current, { familyId: `${binding.familyId}2` })).rejects.toMatchObject(
    cannotOpen,
  );
  await expect(opens(current, { purpose: 'lightning' as 'wallet' })).rejects.toMatchObject(
    cannotOpen,
  );
});

test('a server that lowers the rounds opens nothing (VAULT-16)', async () => {
  const data = bytesOf(current.encryptedData);
  data.writeUInt32BE(100_000, 4);
  const lowered = { ...current, encryptedData: data.toString('base64') };
  await expect(opens(lowered)).rejects.toMatchObject(cannotOpen);
});

test('a payload with one changed bit opens nothing (VAULT-36)', async () => {
  const flipped = (text: string, at: number) => {
    const data = bytesOf(text);
    data[at] = (data[at] as number) ^ 1;
    return data.toString('base64');
  };
  const last = bytesOf(old.encryptedData).length - 1;
  const changed = [
    { ...current, encryptedData: flipped(current.encryptedData, 8) },
    { ...old, encryptedData: flipped(old.encryptedData, last) },
    { ...old, iv: flipped(old.iv, 3) },
    { ...old, salt: flipped(old.salt, 3) },
  ];
  for (const one of changed) await expect(opens(one)).rejects.toMatchObject(cannotOpen);
});

test('the right passphrase opens it, however its letters are composed (VAULT-15 VAULT-16)', async () => {
  expect(await opens(current)).toEqual({ secrets, isCurrent: true });
  const accented = await sealSecrets(secrets, 'Épée-Ünder-ﬁve-7', binding);
  expect(await opens(accented, {}, 'E\u0301pe\u0301e-U\u0308nder-five-7')).toMatchObject({
    secrets,
  });
});

test('a payload of the specified form opens, and should be resealed (VAULT-16)', async () => {
  expect(await opens(old)).toEqual({ secrets, isCurrent: false });
});

test('no salt and no IV is used twice (VAULT-16)', async () => {
  const made = await Promise.all([1, 2, 3].map(() => sealSecrets(secrets, passphrase, binding)));
  expect(new Set(made.flatMap((one) => [one.iv, one.salt])).size).toBe(6);
});

test('the AES key cannot be exported (VAULT-16)', async () => {
  const key = await deriveKey(passphrase, salt, 1);
  expect([key.extractable, key.algorithm]).toEqual([false, { name: 'AES-GCM', length: 256 }]);
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
});

test('a browser that cannot encrypt says so, and nothing else (VAULT-35)', async () => {
  const wrong = { salt, iv: new Uint8Array(0) };
  await expect(sealSecrets(secrets, passphrase, binding, wrong)).rejects.toMatchObject({
    code: 'CANNOT_SEAL',
    message: 'Failed to encrypt Bitcoin secrets',
  });
});
