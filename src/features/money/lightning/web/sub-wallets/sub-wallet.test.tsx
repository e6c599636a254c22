/** The children's own wallets on an Alby Hub: made, handed over, forgotten. */
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { publicKeyOf } from '#core/lightning/nostr.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { aConfig, binding, passphrase } from '#tests/web/vault.ts';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { forgetPerson } from '#web/forget.ts';
import { newQueryClient } from '#web/query.ts';
import { openSecrets, sealSecrets } from '#web/vault/cipher.ts';
import { SubWalletCard } from './sub-wallet-card.tsx';
import { SubWalletForm } from './sub-wallet-form.tsx';

const MIA = '01a1fca1-0000-7000-8000-000000000001';
const LIST = 'GET /api/lightning/sub-wallets';
const MAKE = `POST /api/lightning/sub-wallets/${MIA}`;
const SHOW = `GET /api/lightning/sub-wallets/${MIA}/connection`;
const REMOVE = `DELETE /api/lightning/sub-wallets/${MIA}`;
const CONNECTION = 'nostr+walletconnect://ab?relay=wss%3A%2F%2Frelay.example&secret=cd';

const mias = {
  ...{ childId: MIA, childName: 'Mia', monthlyBudget: 40_000 },
  madeAt: '2026-05-03T06:00:00.000Z',
  inVault: null,
};
afterEach(() => {
  forgetPerson(newQueryClient());
  vi.unstubAllGlobals();
});
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a wallet is made with the Hub’s token, and a refusal stands in the form (T48)', async () => {
  const no = refusal(409, 'The wallet refused this connection');
  const sent = serve({ [MAKE]: [no, [200, mias]] });
  show(<SubWalletForm kids={[{ id: MIA, name: 'Mia' }]} />);
  type(/^Budget for a month/, '40000');
  type(/^Address of your Hub/, 'https://hub.example.com');
  type(/^Access token/, 'a.b.c');
  press('Make the wallet');
  await screen.findByText('The wallet refused this connection');
  press('Make the wallet');
  await expect.poll(() => sentTo(sent, MAKE)).toHaveLength(2);
  expect(sentTo(sent, MAKE)[1]?.body).toEqual({
    ...{ url: 'https://hub.example.com', token: 'a.b.c', name: '', region: '' },
    monthlyBudget: '40000',
  });
});

test('a parent hands the wallet over; what connects to it stands there until it is closed (T48)', async () => {
  const list: Reply = [200, [mias]];
  const sent = serve({
    ...{ [LIST]: list, 'GET /api/children': [200, []] },
    ...{ [SHOW]: [200, { connection: CONNECTION }], [REMOVE]: [200, { success: true }] },
  });
  show(<SubWalletCard />);
  await screen.findByText('40,000 sats a month');
  await noneSent(sent, SHOW);
  press('Hand it over');
  const dialog = await screen.findByRole('dialog', { name: 'Mia’s wallet' });
  within(dialog).getByText(/Whoever has it can spend/);
  expect(dialog.querySelector('svg')).not.toBeNull();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  press('Forget it');
  await expect.poll(() => sentTo(sent, REMOVE)).toHaveLength(1);
});

const CONFIG = 'GET /api/wallet/encrypted-config';
const SEAL = 'POST /api/wallet/configure-encrypted';
const WALLET_URL = 'nostr+walletconnect://ab?relay=wss%3A%2F%2Frelay.example';

test('in encrypted mode the key is in the vault before the wallet is made, and comes from there (T48)', async () => {
  stubVaultWorkers();
  const encryptedSecrets = await sealSecrets({ phoenixApiKey: 'k' }, passphrase, binding);
  const stale = refusal(409, 'The wallet has been changed meanwhile');
  const saved: Reply = [200, { success: true, message: 'Saved', version: 2 }];
  const sent = serve({
    ...{ [CONFIG]: aConfig({ hasEncryptedWallet: true, encryptedSecrets, version: 1 }) },
    ...{ [SEAL]: [stale, saved], [MAKE]: [refusal(409, 'The wallet did not answer'), [200, mias]] },
  });
  show(<SubWalletForm kids={[{ id: MIA, name: 'Mia' }]} />);
  await screen.findByLabelText(/^Passphrase/);
  type(/^Budget for a month/, '40000');
  type(/^Address of your Hub/, 'https://hub.example.com');
  type(/^Access token/, 'a.b.c');
  type(/^Passphrase/, 'another one');
  press('Make the wallet');
  await screen.findAllByText(/Incorrect passphrase/);
  type(/^Passphrase/, passphrase);
  press('Make the wallet');
  await screen.findByText('The wallet has been changed meanwhile');
  await noneSent(sent, MAKE);
  press('Make the wallet');
  await screen.findByText('The wallet did not answer');
  press('Make the wallet');
  await expect.poll(() => sentTo(sent, MAKE)).toHaveLength(2);
  const keys = sentTo(sent, MAKE).map(({ body }) => (body as { publicKey: string }).publicKey);
  const sealed = sentTo(sent, SEAL).at(-1)?.body as { encryptedSecrets: typeof encryptedSecrets };
  const { secrets } = await openSecrets(sealed.encryptedSecrets, passphrase, binding);
  expect(secrets.phoenixApiKey).toBe('k');
  const kept = (secrets.subWalletKeys ?? '').split(',').map(publicKeyOf);
  // The second try seals nothing: the key exists.
  expect([sentTo(sent, SEAL).length, keys]).toEqual([2, [kept.at(-1), kept.at(-1)]]);

  cleanup();
  const inVault = { publicKey: keys[0], walletUrl: WALLET_URL };
  const list: Reply = [200, [{ ...mias, inVault }]];
  const then = serve({ [LIST]: list, 'GET /api/children': [200, []] });
  show(<SubWalletCard />);
  await screen.findByText(/Pay days are not paid into it/);
  press('Hand it over');
  await screen.findByRole('dialog', { name: 'Mia’s wallet' });
  await noneSent(then, SHOW);
});
