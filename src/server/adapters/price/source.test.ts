/** Two public tickers: the requests, and valid prices. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEnv } from '#server/env.ts';
import { type PriceServer, startPriceServer } from '#tests/support/price-server.ts';
import { askPrice } from './source.ts';

let coinbase: PriceServer;
let kraken: PriceServer;
beforeAll(async () => {
  coinbase = await startPriceServer('coinbase');
  kraken = await startPriceServer('kraken');
});
afterAll(() => Promise.all([coinbase.close(), kraken.close()]));

const HUGE = { data: { amount: '61000', base: 'BTC', currency: 'EUR', x: 'x'.repeat(300_000) } };
const ofCoinbase = (data: object) => ({ body: { data } });
const ofKraken = (result: object, error: string[] = []) => ({ body: { error, result } });

test('an unknown source is refused at the start, and an empty setting calls none', () => {
  const env = { SECRET_KEY: 'k'.repeat(32) };
  for (const PRICE_SOURCE of ['bitstamp', 'Kraken', 'https://api.kraken.com'])
    expect(() => readEnv({ ...env, PRICE_SOURCE })).toThrow(/^PRICE_SOURCE must be one of/);
  expect(readEnv(env).prices).toBeUndefined();
  expect(readEnv({ ...env, PRICE_SOURCE: 'kraken' }).prices).toEqual({
    ...{ name: 'kraken', origin: 'https://api.kraken.com' },
    rules: { hosts: ['api.kraken.com'] },
  });
});

test.each([
  ['nothing at all', 'nothing', 'silent'],
  ['a page', { body: '<html>Welcome</html>' }, 'bad_answer'],
  ['too much', { body: HUGE }, 'bad_answer'],
  ['a no', { status: 404, body: { data: null } }, 'refused'],
  ['that it is busy', { status: 429, body: 'slow down' }, 'refused'],
  ['another place', { status: 302, body: '' }, 'refused'],
  ['another currency', ofCoinbase({ amount: '61000', base: 'BTC', currency: 'USD' }), 'bad_answer'],
  ['another coin', ofCoinbase({ amount: '61000', base: 'ETH', currency: 'EUR' }), 'bad_answer'],
  ['a number', ofCoinbase({ amount: 61000, base: 'BTC', currency: 'EUR' }), 'bad_answer'],
  ['zero', '0', 'bad_answer'],
  ['less than a cent', '0.004', 'bad_answer'],
  ['less than nothing', '-61000', 'bad_answer'],
  ['a power', '6.1e4', 'bad_answer'],
  ['more than a number holds', '99999999999999.99', 'bad_answer'],
] as const)('a source that says %s names no price', async (_, said, problem) => {
  coinbase.says(said);
  await expect(askPrice(coinbase.source, 'EUR')).rejects.toMatchObject({ problem });
});

test.each([
  ['an error', ofKraken({}, ['EQuery:Unknown asset pair']), 'refused'],
  ['two pairs', ofKraken({ XXBTZEUR: { c: ['1'] }, XXBTZUSD: { c: ['1'] } }), 'bad_answer'],
  ['another pair', ofKraken({ XXBTZUSD: { c: ['61000'] } }), 'bad_answer'],
  ['no last trade', ofKraken({ XXBTZEUR: { c: [] } }), 'bad_answer'],
  ['no pair', ofKraken({}), 'bad_answer'],
] as const)('a Kraken that says %s names no price', async (_, said, problem) => {
  kraken.says(said);
  await expect(askPrice(kraken.source, 'EUR')).rejects.toMatchObject({ problem });
});

test('a price is in the smallest unit; finer digits are dropped', async () => {
  for (const { says, source } of [coinbase, kraken]) {
    says('61000.129');
    expect(await askPrice(source, 'EUR')).toBe(6_100_012n);
    says('9500000.9');
    expect(await askPrice(source, 'JPY')).toBe(9_500_000n);
    says('18000.5');
    expect(await askPrice(source, 'KWD')).toBe(18_000_500n);
  }
});

test('a request names the currency and nothing else', async () => {
  coinbase.says('61000');
  await askPrice(coinbase.source, 'EUR');
  const { method, path, headers } = coinbase.asked.at(-1) ?? {};
  expect([method, path]).toEqual(['GET', '/v2/prices/BTC-EUR/spot']);
  const { host: _, connection: __, ...others } = headers ?? {};
  expect(others).toEqual({ accept: 'application/json', 'user-agent': 'Satling' });
  kraken.says('61000');
  await askPrice(kraken.source, 'EUR');
  expect(kraken.asked.at(-1)?.path).toBe('/0/public/Ticker?pair=XBTEUR');
});
