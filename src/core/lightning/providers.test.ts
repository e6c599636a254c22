/** The form of each provider's secret, at its limits. */
import { expect, test } from 'vitest';
import { PROVIDERS, relaysIn, SECRET_OF, secretProblem } from './providers.ts';

const key = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const relays = ['wss://relay.one.example/', 'wss://relay.two.example/'];
const nwc = `nostr+walletconnect://${key}?${relays.map((url) => `relay=${url}`).join('&')}&secret=${key}`;

test('five providers, each with its field (LN-28 LN-33)', () => {
  expect(PROVIDERS.map((provider) => [provider, SECRET_OF[provider]])).toEqual([
    ['coinos', 'nwcConnectionString'],
    ['alby', 'nwcConnectionString'],
    ['alby-cloud', 'albyAccessToken'],
    ['phoenix', 'phoenixApiKey'],
    ['breez', 'breezApiKey'],
  ]);
});

test.each(['coinos', 'alby'] as const)('%s takes a whole connection string (LN-29)', (provider) => {
  for (const text of ['', 'https://coinos.io', key, ` x${nwc}`])
    expect(secretProblem(provider, text), text).toBe('SCHEME');
  expect(secretProblem(provider, nwc.slice(0, -10))).toBe('CUT_OFF');
  expect(secretProblem(provider, ` ${nwc}\n`)).toBeUndefined();
  expect(relaysIn(provider, nwc)).toEqual(relays);
});

test.each(['alby-cloud', 'phoenix', 'breez'] as const)(
  '%s takes more than 10 characters (LN-30 LN-31 LN-32)',
  (provider) => {
    expect(secretProblem(provider, '')).toBe('TOO_SHORT');
    expect(secretProblem(provider, ` ${'k'.repeat(10)} `)).toBe('TOO_SHORT');
    expect(secretProblem(provider, 'k'.repeat(11))).toBeUndefined();
    expect(secretProblem(provider, 'k'.repeat(1_001))).toBe('TOO_LONG');
    expect(relaysIn(provider, 'https://phoenixd.example')).toEqual([]);
  },
);
