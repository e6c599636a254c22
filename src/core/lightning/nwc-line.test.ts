/** Which relays of a wallet are dialed, and when. */
import { expect, test } from 'vitest';
import { nwcWallet } from './nwc-wallet.ts';
import type { Platform } from './platform.ts';

const RELAYS = ['wss://one.example/', 'wss://two.example/', 'wss://three.example/'];
const named = RELAYS.map((relay) => `relay=${encodeURIComponent(relay)}`).join('&');
const connection = `nostr+walletconnect://${'ab'.repeat(32)}?${named}&secret=${'7'.repeat(64)}`;

/** Silent relays that fail on demand. */
function start(isFrugal: boolean) {
  const dialled: string[] = [];
  const failures: (() => void)[] = [];
  const platform: Platform = {
    isFrugal,
    dial: (url) => {
      dialled.push(url);
      return new Promise((_, reject) => failures.push(() => reject(new Error('Nobody there'))));
    },
    nowSeconds: () => 1_800_000_000,
    elapsedMs: () => 0,
    randomBytes: (count) => new Uint8Array(count).fill(1),
    after: () => () => undefined,
  };
  const asked = nwcWallet(connection, { network: 'regtest', platform, reach: {} }).then((wallet) =>
    wallet.balance(),
  );
  asked.catch(() => undefined);
  return { dialled, failures, asked };
}

test('a server dials the relays at the same time (T25)', async () => {
  const { dialled } = start(false);
  await expect.poll(() => dialled).toEqual(RELAYS);
});

test('a browser dials one relay at a time, the next where one cannot be reached (T25)', async () => {
  const { dialled, failures, asked } = start(true);
  for (const count of [1, 2, 3]) {
    await expect.poll(() => dialled).toEqual(RELAYS.slice(0, count));
    failures[count - 1]?.();
  }
  await expect(asked).rejects.toMatchObject({ code: 'UNREACHABLE' });
});
