/** A scan that ends after the wallet was replaced doesn't affect the new one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ON_REGTEST, startApp, type TestApp } from '#tests/support/app.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { scanContext } from '../../../../app/workers.ts';
import type { WalletInfo } from '../watched/contract.ts';
import { placeOf } from '../watched/places.ts';
import { findWallet } from '../watched/store.ts';
import { writeDifferences } from './lookup.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(ON_REGTEST);
});
afterAll(() => app.close());

test('what was found for a wallet replaced in the meantime is not written to the new one (WALL-10)', async () => {
  const anna = await app.signIn('anna@example.com');
  const [row] = await app.db.owner<{ familyId: string }[]>`SELECT family_id FROM family`;
  const familyId = String(row?.familyId);
  await anna.send('PUT', '/api/wallet/source', { kind: 'none' });
  const configure = async () => {
    const wallet = newWallet('regtest');
    const { status } = await anna.send('POST', '/api/wallet/configure', {
      walletXpub: wallet.vpub,
    });
    expect(status).toBe(200);
    const found = await app.db.readFamily(familyId, (tx) => findWallet(tx, familyId));
    const seen = { status: 'seen', confirmedSats: 21_000n, waitingSats: 0n, history: [] };
    const changed = [{ ...placeOf(wallet.address(0)), scriptType: 'p2wpkh' as const, ...seen }];
    return { walletId: String(found?.walletId), changed };
  };
  const context = scanContext(app.services, app.services.jobs);
  const write = ({ walletId, changed }: Awaited<ReturnType<typeof configure>>) =>
    app.db.changeFamily(familyId, (tx) =>
      writeDifferences(context, tx, { familyId, walletId }, { changed, payments: [] }, true),
    );
  const info = async () => (await anna.get('/api/wallet/family-info')).body as WalletInfo;

  const [before, now] = [await configure(), await configure()];
  expect(await write(before)).toBe(false);
  expect(await info()).toMatchObject({ balance: '0.00000000', checkedAt: null });
  expect(await write(now)).toBe(true);
  expect(await info()).toMatchObject({ balance: '0.00021000' });
});
