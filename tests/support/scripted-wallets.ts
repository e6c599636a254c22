/** A scripted wallet for each protocol (`provider-script.ts`). */
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
