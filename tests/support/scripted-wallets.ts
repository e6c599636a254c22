/** A scripted wallet for each protocol (`provider-script.ts`). */
import type { LightningSettings } from '#core/lightning/wallet.ts';
import type { Adapter, ScriptedWallet } from './provider-script.ts';
import { startScriptedHttp } from './scripted-http.ts';
import { startScriptedNwc } from './scripted-nwc.ts';

export function startScripted(adapter: Adapter): Promise<ScriptedWallet> {
  switch (adapter) {
    case 'nwc':
      return startScriptedNwc('44');
    case 'nwc-nip04':
      return startScriptedNwc('04');
    default:
      return startScriptedHttp(adapter);
  }
}

/** A parent's input for paying from it; an address only receives. */
export function typedFor(settings: LightningSettings) {
  const purpose = { purpose: 'spend', withoutBudget: true };
  switch (settings.kind) {
    case 'nwc':
      return { ...purpose, type: 'nwc', token: settings.connectionString };
    case 'alby-hub':
      return { ...purpose, type: 'alby_hub', url: settings.url, token: settings.token };
    case 'phoenixd':
      return { ...purpose, type: 'phoenixd', url: settings.url, token: settings.password };
    default:
      return { type: 'address', token: settings.address };
  }
}
