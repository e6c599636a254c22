/** A server that sells subscriptions, with a scripted operator's wallet. */
import { readBillingWallet } from '../../src/server/billing-settings.ts';
import { ON_REGTEST, startApp, type TestApp } from './app.ts';
import type { ScriptedWallet } from './provider-script.ts';
import { startScripted } from './scripted-wallets.ts';

/** A month and a year cost 2,100 sats each. */
export async function startSelling(
  options: Parameters<typeof startApp>[0] = {},
): Promise<{ app: TestApp; wallet: ScriptedWallet }> {
  const wallet = await startScripted('nwc');
  const { settings } = wallet;
  if (settings.kind !== 'nwc') throw new Error('Not the wallet that was asked for');
  const app = await startApp({
    at: new Date().toISOString(),
    ...ON_REGTEST,
    ...options,
    billing: {
      ...readBillingWallet(settings.connectionString),
      ...{ monthlySats: 2_100n, yearlySats: 2_100n },
    },
  });
  return { app, wallet };
}
