/** Sealing the passphrase for a passkey. The known answer comes from OpenSSL (node:crypto). */
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Binding } from '#core/vault/payload.ts';
import { openPassphrase, type PasskeySecret, sealPassphrase } from './passkey-lock.ts';

const binding: Binding = { purpose: 'wallet', familyId: '01a1fca1-0000-7000-8000-000000000001' };
const passphrase = 'maple-orbit-lantern-pebble-cactus-violin-417';
const secret: PasskeySecret = {
  credentialId: 'q83vASNF',
  output: Uint8Array.from({ length: 32 }, (_, i) => i),
};
const sealed = await sealPassphrase(passphrase, secret, binding);
const cannotOpen = { code: 'CANNOT_OPEN' };

test.each([
  ['PRF output', { output: new Uint8Array(32) }, {}],
  ['credential', { credentialId: 'q83vASNG' }, {}],
  ['family', {}, { familyId: '01a1fca1-0000-7000-8000-000000000002' }],
  ['purpose', {}, { purpose: 'lightning' as 'wallet' }],
  ['length of the PRF output', { output: secret.output.slice(0, 31) }, {}],
])('another %s opens no sealed passphrase (VAULT-17)', async (_, other, bound) => {
  const opened = openPassphrase(sealed, { ...secret, ...other }, { ...binding, ...bound });
  await expect(opened).rejects.toMatchObject(cannotOpen);
});

test('a changed or cut text opens nothing (VAULT-17)', async () => {
  const bytes = Buffer.from(sealed, 'base64');
  for (const at of [0, 12, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] as number) ^ 1;
    const opened = openPassphrase(changed.toString('base64'), secret, binding);
    await expect(opened).rejects.toMatchObject(cannotOpen);
  }
  const cut = [bytes.subarray(0, 20).toString('base64'), '', '!'];
  for (const text of cut)
    await expect(openPassphrase(text, secret, binding)).rejects.toMatchObject(cannotOpen);
});

test('OpenSSL opens what is sealed, and no two are alike (VAULT-17)', async () => {
  const bytes = Buffer.from(sealed, 'base64');
  const info = `satling vault passkey|wallet|${binding.familyId}`;
  const key = Buffer.from(hkdfSync('sha256', secret.output, '', info, 32));
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from(`passkey|wallet|${binding.familyId}|${secret.credentialId}`));
  decipher.setAuthTag(bytes.subarray(-16));
  const text = decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8');
  expect(text).toBe(passphrase);
  expect(await openPassphrase(sealed, secret, binding)).toBe(passphrase);
  expect(await sealPassphrase(passphrase, secret, binding)).not.toBe(sealed);
});
