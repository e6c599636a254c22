/**
 * CPU time of 2,000 addresses derived in a batch, against @scure one by one (bip32 for the keys,
 * btc-signer for the addresses), both in this process. The batch includes its own checks.
 */
import { HDKey } from '@scure/bip32';
import { NETWORK, p2tr, p2wpkh } from '@scure/btc-signer';
import { deriveAddresses } from '#core/bitcoin/derive.ts';
import { readExtendedKey } from '#core/bitcoin/extended-key.ts';
import { alternate, cpuSeconds, log, median, report } from './support/measure.ts';

const COUNT = 2_000;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);

const account = HDKey.fromMasterSeed(new Uint8Array(32).fill(1)).derive("m/84'/0'/0'");
const text = account.publicExtendedKey;
const { key } = readExtendedKey(text);

const ours = (scriptType: 'p2wpkh' | 'p2tr', count: number) => () =>
  deriveAddresses({ key, scriptType }, { network: 'mainnet', branch: 'receive', first: 0, count });

const scure = (addressOf: (key: Uint8Array) => { address?: string }, count: number) => () => {
  const parent = HDKey.fromExtendedKey(text).deriveChild(0);
  return Array.from(
    { length: count },
    (_, i) => addressOf(parent.deriveChild(i).publicKey as Uint8Array).address as string,
  );
};
const scureSegwit = (publicKey: Uint8Array) => p2wpkh(publicKey, NETWORK);
const scureTaproot = (publicKey: Uint8Array) => p2tr(publicKey.slice(1), undefined, NETWORK);

const candidates = {
  'p2wpkh, @scure': measuredBy(scure(scureSegwit, COUNT)),
  'p2wpkh, batch': measuredBy(ours('p2wpkh', COUNT)),
  'p2tr, @scure': measuredBy(scure(scureTaproot, COUNT)),
  'p2tr, batch': measuredBy(ours('p2tr', COUNT)),
  '20 of p2wpkh, @scure': measuredBy(scure(scureSegwit, 20)),
  '20 of p2wpkh, batch': measuredBy(ours('p2wpkh', 20)),
};

const cold = cpuSeconds(undefined).own;
ours('p2wpkh', 1)();
log(`The first address, with the table: ${milliseconds(cpuSeconds(undefined).own - cold)} ms`);
await alternate(1, candidates); // warms up
const rounds = await alternate(ROUNDS, candidates);
log(`CPU ms of ${COUNT} addresses; medians of ${ROUNDS} rounds:`);
for (const [name, all] of Object.entries(rounds)) log(`  ${name}: ${milliseconds(median(all))}`);
const ratioOf = (own: keyof typeof candidates, anchor: keyof typeof candidates) =>
  median(rounds[own].map((one, i) => one / (rounds[anchor][i] as number)));
report('derive: 2,000 addresses / @scure', ratioOf('p2wpkh, batch', 'p2wpkh, @scure'), '≤ 0.45');
report('derive: 2,000 of Taproot / @scure', ratioOf('p2tr, batch', 'p2tr, @scure'), '≤ 0.45');
report('derive: 20 / @scure', ratioOf('20 of p2wpkh, batch', '20 of p2wpkh, @scure'), '≤ 0.45');

function measuredBy(derive: () => string[]) {
  return async () => {
    const before = cpuSeconds(undefined).own;
    derive();
    return cpuSeconds(undefined).own - before;
  };
}

function milliseconds(seconds: number): string {
  return (seconds * 1_000).toFixed(1);
}
