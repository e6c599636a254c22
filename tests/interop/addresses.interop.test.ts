/** Addresses of random keys, compared with those of bitcoind and Electrum. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, inject, test } from 'vitest';
import { SCRIPT_TYPES, type ScriptType } from '#core/bitcoin/address.ts';
import { byUs, type RandomKey, randomKeys } from '#tests/support/other-wallets.ts';
import { startBitcoind } from './bitcoind.ts';

const { bitcoind, electrum } = inject('programs');

const DESCRIPTORS: Record<ScriptType, (key: string) => string> = {
  p2pkh: (key) => `pkh(${key})`,
  'p2sh-p2wpkh': (key) => `sh(wpkh(${key}))`,
  p2wpkh: (key) => `wpkh(${key})`,
  p2tr: (key) => `tr(${key})`,
};

describe.skipIf(!bitcoind)('bitcoind', () => {
  test('derives the same addresses for every script type, including Taproot (WALL-01)', async () => {
    const { rpc, stop } = await startBitcoind(bitcoind as NonNullable<typeof bitcoind>);
    const derive = async (
      scriptType: ScriptType,
      { text: key, first, count }: RandomKey,
      to: 0 | 1,
    ) => {
      const wanted = DESCRIPTORS[scriptType](`${key}/${to}/*`);
      const { descriptor } = await rpc<{ descriptor: string }>('getdescriptorinfo', [wanted]);
      return rpc<string[]>('deriveaddresses', [descriptor, [first, first + count - 1]]);
    };
    const keys = randomKeys(80).filter(({ network }) => network === 'regtest');
    expect(keys.length).toBeGreaterThan(10);
    for (const key of keys) {
      const ours = byUs(key);
      for (const scriptType of SCRIPT_TYPES)
        expect(ours[scriptType], `${scriptType} of ${key.text}`).toEqual({
          receive: await derive(scriptType, key, 0),
          change: await derive(scriptType, key, 1),
        });
    }
    await stop();
  });
});

describe.skipIf(!electrum)('Electrum', () => {
  test('derives the same addresses for the types that it supports (WALL-01)', async () => {
    const keys = randomKeys(100);
    const asked = keys.map(({ text: key, network, first, count }) => ({
      key,
      network,
      first,
      count,
    }));
    const { command, env } = electrum as NonNullable<typeof electrum>;
    const [file = '', ...options] = command;
    const program = join(import.meta.dirname, 'electrum-addresses.py');
    const child = spawn(file, [...options, program], { env: { ...process.env, ...env } });
    child.stdin.end(JSON.stringify(asked));
    const [told, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
    if (child.exitCode === null) await once(child, 'exit');
    expect([child.exitCode, problems]).toEqual([0, '']);
    const theirs = JSON.parse(told);
    for (const [i, key] of keys.entries()) expect(byUs(key), key.text).toMatchObject(theirs[i]);
  });
});
