/**
 * Public bitcoin price tickers that an operator may switch on. A request names a currency and
 * nothing else.
 */
import { isObject } from '#core/lightning/fields.ts';
import { MOST_MINOR_PER_BTC, type PriceProblem, type PriceSourceName } from '#core/price.ts';
import { decimalsOf } from '#core/rate.ts';
import type { OutboundRules } from '../../outbound/reach.ts';
import { sendOut, TooLong } from '../../outbound/request.ts';

export type PriceSource = {
  readonly name: PriceSourceName;
  readonly origin: string;
  readonly rules: OutboundRules;
};

export class PriceError extends Error {
  readonly problem: PriceProblem;
  constructor(problem: PriceProblem) {
    super(`The price source failed: ${problem}`);
    this.problem = problem;
  }
}

type Ticker = {
  readonly host: string;
  readonly path: (currency: string) => string;
  /** The price as the ticker writes it, if the reply is for this currency. */
  readonly read: (json: Record<string, unknown>, currency: string) => unknown;
};

const TICKERS: Readonly<Record<PriceSourceName, Ticker>> = {
  coinbase: {
    host: 'api.coinbase.com',
    path: (currency) => `/v2/prices/BTC-${currency}/spot`,
    read: ({ data }, currency) =>
      isObject(data) && data.base === 'BTC' && data.currency === currency ? data.amount : undefined,
  },
  kraken: {
    host: 'api.kraken.com',
    path: (currency) => `/0/public/Ticker?pair=XBT${currency}`,
    /** The last trade of the only pair: `{"result":{"XXBTZEUR":{"c":["61000.1","0.002"]}}}`. */
    read: ({ result }, currency) => {
      const pairs = isObject(result) ? Object.entries(result) : [];
      const [[name, pair] = ['', {}]] = pairs;
      const isAsked = pairs.length === 1 && name.endsWith(currency);
      return isAsked && isObject(pair) && Array.isArray(pair.c) ? pair.c[0] : undefined;
    },
  },
};

export const priceSource = (name: PriceSourceName): PriceSource => {
  const { host } = TICKERS[name];
  return { name, origin: `https://${host}`, rules: { hosts: [host] } };
};

/** In the smallest unit of the currency. @throws PriceError */
export async function askPrice(
  { name, origin, rules }: PriceSource,
  currency: string,
): Promise<bigint> {
  const { path, read } = TICKERS[name];
  const headers = { accept: 'application/json', 'user-agent': 'Satling' };
  const asked = { method: 'GET', headers, body: null };
  const reply = await sendOut(origin + path(currency), asked, rules).catch((error: unknown) => {
    throw new PriceError(error instanceof TooLong ? 'bad_answer' : 'silent');
  });
  if (reply.status !== 200) throw new PriceError('refused');
  const json = jsonOf(reply.body.toString());
  // Kraken refuses with a list of errors.
  if (isObject(json) && Array.isArray(json.error) && json.error.length > 0)
    throw new PriceError('refused');
  const minor = isObject(json) ? minorFrom(read(json, currency), decimalsOf(currency)) : undefined;
  if (minor === undefined) throw new PriceError('bad_answer');
  return minor;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `61000.129` with two decimals is 6100012n; further digits are dropped. */
function minorFrom(text: unknown, decimals: number): bigint | undefined {
  const [, whole, part = ''] =
    typeof text === 'string' ? (/^(\d{1,15})(?:\.(\d{1,20}))?$/.exec(text) ?? []) : [];
  if (whole === undefined) return undefined;
  const minor = BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'));
  return minor > 0n && minor <= MOST_MINOR_PER_BTC ? minor : undefined;
}
