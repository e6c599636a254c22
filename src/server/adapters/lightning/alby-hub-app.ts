/** Makes an isolated app in an Alby Hub (`POST /api/apps`): a wallet of its own with a budget. */
import { inPortWords } from '#core/lightning/answers.ts';
import { readFields } from '#core/lightning/fields.ts';
import { readConnection } from '#core/lightning/nwc.ts';
import { wireMsat } from '#core/lightning/nwc-reply.ts';
import { PATIENCE } from '#core/lightning/wallet.ts';
import { type HubSettings, hubBase, hubHeaders } from './alby-hub.ts';
import { askApi, jsonOf } from './json-api.ts';
import { reachOf } from './platform.ts';
import type { LightningReach } from './port.ts';

const SCOPES = ['pay_invoice', 'get_balance', 'get_info', 'make_invoice', 'lookup_invoice'];

/**
 * @returns what connects to the new app
 * @throws ConnectionError REFUSED for a token that may only look
 */
export function makeHubApp(
  settings: HubSettings,
  { rules, patience = PATIENCE }: LightningReach,
  { name, budgetSats }: { name: string; budgetSats: bigint },
): Promise<string> {
  const body = {
    ...{ name, scopes: SCOPES, isolated: true, budgetRenewal: 'monthly' },
    maxAmountSat: wireMsat(budgetSats * 1000n) / 1000,
  };
  const asking = { rules, patienceMs: patience.answerMs };
  return inPortWords(async () => {
    const reply = await askApi(`${hubBase(settings)}/apps`, hubHeaders(settings), body, asking);
    const made = readFields(jsonOf(reply), 'The Hub’s answer', 'BAD_REPLY');
    const pairing = made.text('pairingUri', 2_000);
    readConnection(pairing, reachOf(rules));
    return pairing;
  });
}
