/** Opens a family's wallet by its settings. */

import { nwcWallet } from '#core/lightning/nwc-wallet.ts';
import {
  ConnectionError,
  type LightningSettings,
  type LightningWallet,
  type ReceivingWallet,
} from '#core/lightning/wallet.ts';
import { albyHubWallet } from './alby-hub.ts';
import { lnurlWallet } from './lnurl.ts';
import { phoenixdWallet } from './phoenixd.ts';
import { platformOf, reachOf } from './platform.ts';
import type { LightningReach } from './port.ts';

/** Checks the settings and dials nobody yet. @throws ConnectionError BAD_CONNECTION */
export async function openWallet(
  settings: LightningSettings,
  reach: LightningReach,
): Promise<LightningWallet> {
  switch (settings.kind) {
    case 'nwc':
      return nwcWallet(settings.connectionString, nwcReach(reach));
    case 'alby-hub':
      return albyHubWallet(settings, reach);
    case 'phoenixd':
      return phoenixdWallet(settings, reach);
    case 'lnurl':
      return lnurlWallet(settings.address, reach);
  }
}

const nwcReach = ({ network, rules, patience }: LightningReach) => ({
  ...{ network, patience, platform: platformOf(rules), reach: reachOf(rules) },
});

/**
 * Opens a connection for receiving. It is asked each time what it may do: a wallet's owner can give
 * it more at any time. `makeInvoice` is then the most that it does.
 * @throws ConnectionError CAN_PAY if it offers any paying method, or why it could not be asked
 */
export async function openReceivingWallet(
  settings: LightningSettings,
  reach: LightningReach,
): Promise<ReceivingWallet> {
  const wallet = await openWallet(settings, reach);
  try {
    const { canPay } = await wallet.describe();
    if (canPay) throw new ConnectionError('CAN_PAY', 'This connection could pay, not only receive');
    const { pay: _, ...receiving } = wallet;
    return receiving;
  } catch (error) {
    wallet.close();
    throw error;
  }
}
