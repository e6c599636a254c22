/** Creates an isolated app in an Alby Hub (`POST /api/apps`): a separate wallet with a budget. */
import { withConnectionErrors } from '#core/lightning/answers.ts';
import { LightningError } from '#core/lightning/error.ts';
import { readFields } from '#core/lightning/fields.ts';
import { readConnection } from '#core/lightning/nwc.ts';
import { wireMsat } from '#core/lightning/nwc-reply.ts';
import { PATIENCE } from '#core/lightning/wallet.ts';
import { type HubSettings, hubBase, hubHeaders } from './alby-hub.ts';
import { askApi, jsonOf } from './json-api.ts';
import { reachOf } from './platform.ts';
import type { LightningReach } from './port.ts';

const SCOPES = ['pay_invoice', 'get_balance', 'get_info', 'make_invoice', 'lookup_invoice'];

export type AppWanted = {
  name: string;
  budgetSats: bigint;
  /** Undefined: the Hub makes a key pair and returns it. Set: its secret key is held elsewhere. */
  publicKey: string | undefined;
};

/**
 * @returns the connection to the new app, without the secret if that is held elsewhere
 * @throws ConnectionError REFUSED for a read-only token
 */
export function makeHubApp(
  settings: HubSettings,
  { rules, patience = PATIENCE }: LightningReach,
  { name, budgetSats, publicKey }: AppWanted,
): Promise<string> {
  const body = {
    ...{ name, scopes: SCOPES, isolated: true, budgetRenewal: 'monthly' },
    maxAmountSat: wireMsat(budgetSats * 1000n) / 1000,
    ...(publicKey !== undefined && { pubkey: publicKey }),
  };
  const asking = { rules, patienceMs: patience.answerMs };
  return withConnectionErrors(async () => {
    const reply = await askApi(`${hubBase(settings)}/apps`, hubHeaders(settings), body, asking);
    const made = readFields(jsonOf(reply), 'The Hub’s answer', 'BAD_REPLY');
    const pairing = made.text('pairingUri', 2_000);
    if (publicKey === undefined) {
      readConnection(pairing, reachOf(rules));
      return pairing;
    }
    const walletUrl = withoutSecret(pairing);
    readConnection(`${walletUrl}&secret=${ANY_KEY}`, reachOf(rules));
    return walletUrl;
  });
}

/** A stand-in, to check the rest of a connection that has no secret. */
const ANY_KEY = '1'.repeat(64);

/** @throws LightningError if the Hub made its own key: ours would open nothing */
function withoutSecret(pairing: string): string {
  const [start = '', query = ''] = pairing.split('?', 2);
  const parameters = new URLSearchParams(query);
  if (parameters.get('secret'))
    throw new LightningError('BAD_REPLY', 'The Hub’s answer is for another key');
  parameters.delete('secret');
  return `${start}?${parameters}`;
}
