/** A vault day of an encrypted wallet, as the server names it and the vault's worker checks it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ON_REGTEST, startApp, type TestApp } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { setPayoutPlan } from '#tests/support/payouts.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { checkDay } from '../../../web/vault/vault-day.ts';
import type { VaultDay } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(ON_REGTEST);
});
afterAll(() => app.close());

const base64 = (length: number) => Buffer.alloc(length, 1).toString('base64');

test('T62 A5 what the server names of a vault day is what the open key has there, and no other key', async () => {
  const wallet = newWallet('regtest');
  const anna = await app.signIn('anna-checked@example.com');
  await anna.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  const encryptedSecrets = { encryptedData: base64(60), iv: base64(12), salt: base64(16) };
  const made = { encryptedSecrets, hasWallet: true };
  await anna.send('POST', '/api/wallet/configure-encrypted', made);
  const child = { age: 11, allowanceDay: app.clock.now.getUTCDay() };
  const kids = [await addChild(anna, child), await addChild(anna, { ...child, name: 'Leo' })];
  const addresses = Array.from({ length: 40 }, (_, at) => wallet.address(at));
  await anna.send('POST', '/api/wallet/prepared-addresses', {
    ...{ version: 1, scriptType: 'p2wpkh', firstAddress: wallet.address(0) },
    ...{ receive: { first: 0, addresses }, change: { first: 0, addresses: [] } },
  });
  for (const { id } of kids) await setPayoutPlan(anna, id, 'vault');
  await anna.send('POST', '/api/process-allowances');
  const { collected } = (await anna.get('/api/vault-days')).body as {
    collected: { childId: string; childName: string; amount: string }[];
  };
  expect(collected).toHaveLength(2);
  const children = collected.map(({ childId, amount }) => ({ childId, seenAmount: amount }));
  const begun = await anna.send('POST', '/api/vault-days', { children });
  expect([begun.status, begun.text]).toEqual([200, expect.any(String)]);
  const parts = (begun.body as VaultDay).parts.map((part) => ({ ...part, isWaiting: true }));
  const day = { parts, read: collected, scriptTypes: ['p2wpkh'] as const };
  const held = (walletXpub: string) => ({ secrets: { walletXpub }, network: 'regtest' }) as const;
  expect(checkDay(held(newWallet('regtest').vpub), day)).toEqual({ refused: 'not-yours' });
  const moved = parts.map((part) => ({ ...part, addressIndex: (part.addressIndex ?? 0) + 1 }));
  expect(checkDay(held(wallet.vpub), { ...day, parts: moved })).toEqual({ refused: 'not-yours' });
  expect(checkDay(held(wallet.vpub), day)).toEqual({
    checked: parts.map(({ id, childId, childName, amount, toAddress: address, uri }) => ({
      ...{ id, childId, childName, amount, address, uri },
    })),
  });
});
