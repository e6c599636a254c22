/**
 * A paying connection that is entered as receive-only while the wallet is encrypted never leaves
 * the browser.
 */
import { afterAll, expect, test } from 'vitest';
import { ON_REGTEST } from '../support/app.ts';
import { originOf, signInAs, visit } from '../support/browser.ts';
import { startScripted } from '../support/scripted-wallets.ts';
import { findSecrets } from '../support/secret-search.ts';
import { oldPayload, secretsOfConnection } from '../support/vault-secrets.ts';
import { tapWire } from '../support/wire-tap.ts';
import { appAndBrowser } from '../support/with-browser.ts';

// Wallets use the real clock.
const { app, browser } = await appAndBrowser({ at: new Date().toISOString(), ...ON_REGTEST });
const wallet = await startScripted('nwc');
const wire = await tapWire(Number(new URL(originOf(app)).port));
afterAll(async () => {
  await wire.close();
  await wallet.close();
});

const { connectionString } = wallet.settings as { connectionString: string };
const relay = new URLSearchParams(connectionString.split('?')[1]).get('relay') as string;
const RECEIVES = { methods: ['get_info', 'get_balance', 'make_invoice', 'lookup_invoice'] };

test('the browser asks the wallet through the pipe, and sends only what cannot pay (T09 T25)', async () => {
  const host = await app.signIn('vault-connect@example.com');
  await host.send('POST', '/api/wallet/configure-encrypted', {
    encryptedSecrets: oldPayload({ nwcConnectionString: connectionString }, 'maple-orbit-417'),
    ...{ hasWallet: true, spending: { provider: 'CoinOS', relays: [relay] } },
  });
  const visited = await visit(browser, wire.origin, { width: 390, theme: 'light' });
  const { page, problems, context } = visited;
  await signInAs(host, visited);
  await page.goto(`${wire.origin}/lightning-connect`);
  wallet.play({});
  await page.getByText('Connect another wallet').click();
  await page.getByLabel('Connection string').fill(connectionString);
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  await connect.click();
  await page.getByText('This connection can pay, so it was not sent').first().waitFor();
  const found = () => findSecrets({ sent: wire.sent() }, secretsOfConnection(connectionString));
  expect(found()).toEqual([]);
  wallet.play(RECEIVES);
  await connect.click();
  await page.getByText('Lightning wallet connected!').first().waitFor();
  // Also proves that the search would have found it.
  expect(found()).not.toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
