/** Checks a parent's input for connecting a wallet, and whether the wallet offers enough. Pure. */
import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { LightningError } from '#core/lightning/error.ts';
import { payRequestUrl } from '#core/lightning/lnurl.ts';
import type {
  Budget,
  ConnectionErrorCode,
  LightningSettings,
  WalletDescription,
} from '#core/lightning/wallet.ts';
import type { ConnectionState, ConnectionType, Purpose } from './contract.ts';

type Typed = {
  type: ConnectionType;
  purpose: Purpose;
  url: string;
  token: string;
  name: string;
  region: string;
};

/** @throws Refusal VALIDATION_ERROR if something is missing */
export function settingsOf({ type, purpose, url, token, name, region }: Typed): LightningSettings {
  const isAtUrl = type === 'alby_hub' || type === 'phoenixd';
  if (isAtUrl && (url === '' || token === ''))
    throw new Refusal('VALIDATION_ERROR', because('HUB_DETAILS'), url === '' ? 'url' : 'token');
  if (token === '') throw new Refusal('VALIDATION_ERROR', because('CONNECTION_REQUIRED'), 'token');
  if (type === 'address' && purpose === 'spend')
    throw new Refusal('VALIDATION_ERROR', because('ADDRESS_CANNOT_PAY'), 'purpose');
  if (type === 'nwc') return { kind: 'nwc', connectionString: token };
  if (type === 'phoenixd') return { kind: 'phoenixd', url, password: token };
  if (type === 'address') return { kind: 'lnurl', address: token };
  const cloud = { ...(name !== '' && { name }), ...(region !== '' && { region }) };
  return { kind: 'alby-hub', url, token, ...cloud };
}

/** Returns why a wallet that answered doesn't suit this purpose; undefined if it does. */
export function obstacleTo(
  { purpose, withoutBudget }: { purpose: Purpose; withoutBudget: boolean },
  { canPay, methods, budget }: Pick<WalletDescription, 'canPay' | 'methods' | 'budget'>,
): { why: Sentence; field: string } | undefined {
  if (purpose === 'receive') {
    if (canPay) return { why: because('RECEIVING_CAN_PAY'), field: 'purpose' };
    return methods.includes('make_invoice')
      ? undefined
      : { why: because('RECEIVING_CANNOT_RECEIVE'), field: 'token' };
  }
  if (!canPay) return { why: because('SPENDING_CANNOT_PAY'), field: 'purpose' };
  return budget.kind === 'limited' || withoutBudget
    ? undefined
    : { why: because('NO_BUDGET'), field: 'withoutBudget' };
}

export const budgetLeft = (budget: Budget): bigint | null =>
  budget.kind === 'limited' ? budget.leftSats : null;

/** Returns why the budget allows no payment; undefined if it allows one. */
export function budgetObstacle(
  budget: Budget,
  { withoutBudget }: { withoutBudget: boolean },
  mostSats: bigint,
): 'no-budget' | 'over-budget' | undefined {
  if (budget.kind === 'limited') return budget.leftSats < mostSats ? 'over-budget' : undefined;
  return withoutBudget ? undefined : 'no-budget';
}

/** Wallets by their relay. */
const KNOWN_RELAYS: readonly (readonly [RegExp, string])[] = [
  [/coinos\.io/, 'CoinOS'],
  [/getalby\.com/, 'Alby Hub'],
];
const MOST_NAME = 60;

/** The wallet's common name. An alias is untrusted text. */
export function providerOf(settings: LightningSettings, alias: string | undefined): string {
  if (settings.kind === 'alby-hub') return 'Alby Hub';
  if (settings.kind === 'phoenixd') return 'phoenixd';
  if (settings.kind === 'lnurl') return settings.address.slice(0, MOST_NAME);
  const [relays = ''] = /relay=[^#]*/.exec(settings.connectionString) ?? [];
  const known = KNOWN_RELAYS.find(([pattern]) => pattern.test(relays))?.[1];
  return known ?? (alias?.trim().slice(0, MOST_NAME) || 'Nostr Wallet Connect');
}

/** Returns the state of a connection after a failure. */
export function stateAfter(code: ConnectionErrorCode): ConnectionState {
  if (code === 'CAN_PAY') return 'can_pay';
  const isRefused = code === 'REFUSED' || code === 'BAD_CONNECTION' || code === 'OTHER_HOST';
  return isRefused ? 'refused' : 'silent';
}

const WHY = {
  BAD_CONNECTION: 'WALLET_UNREADABLE',
  UNREACHABLE: 'WALLET_UNREACHABLE',
  NO_ANSWER: 'WALLET_NO_ANSWER',
  BAD_ANSWER: 'WALLET_BAD_ANSWER',
  REFUSED: 'WALLET_REFUSED',
  OVER_BUDGET: 'WALLET_OVER_BUDGET',
  BUSY: 'WALLET_BUSY',
  NOT_OFFERED: 'WALLET_NOT_OFFERED',
  OTHER_NETWORK: 'WALLET_OTHER_NETWORK',
  OTHER_HOST: 'WALLET_OTHER_HOST',
  CAN_PAY: 'RECEIVING_CAN_PAY',
} as const satisfies Record<ConnectionErrorCode, string>;

export const whyOf = (code: ConnectionErrorCode): Sentence => because(WHY[code]);

/** Returns null if blank. @throws Refusal VALIDATION_ERROR unless it is a Lightning address */
export function readAddress(text: string, field: string): string | null {
  if (text === '') return null;
  try {
    payRequestUrl(text);
  } catch (error) {
    if (!(error instanceof LightningError)) throw error;
    throw new Refusal('VALIDATION_ERROR', because('LIGHTNING_ADDRESS_WRONG'), field);
  }
  return text;
}
