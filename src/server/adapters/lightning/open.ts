/** Opens a family's wallet from its settings. */

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

/** Checks the settings without connecting. @throws ConnectionError BAD_CONNECTION */
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
 * Opens a connection for receiving only. Its permissions are checked each time, because the
 * wallet's owner can extend them at any moment; we never use more than `makeInvoice`.
 * @throws ConnectionError CAN_PAY if it offers a paying method, or the reason it couldn't be
 * checked
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
