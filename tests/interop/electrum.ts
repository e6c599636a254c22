/** A private Electrum on regtest, as a daemon, with its NWC service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../testkit/chain/until.ts';
import { freePort } from '../../testkit/free-port.ts';
import type { Electrum } from './programs.ts';

export type ElectrumWallet = {
  /** Runs one of Electrum's own commands. @throws Error with its message */
  ask: <Result>(command: string, params?: object) => Promise<Result>;
  stop: () => Promise<void>;
};

type Around = {
  /** An Electrum server's, plain TCP. */
  port: number;
  relay: string;
};

/** Its Python files are compiled at the first start. */
const START_MS = 180_000;

const LOGIN = `Basic ${Buffer.from('lab:lab').toString('base64')}`;

const settingsFor = ({ port, relay }: Around, rpcport: number) => ({
  // The format of Electrum 4; without it, a server is always asked over TLS.
  config_version: 3,
  ...{ rpchost: '127.0.0.1', rpcport, rpcuser: 'lab', rpcpassword: 'lab' },
  ...{ server: `127.0.0.1:${port}:t`, oneserver: true, auto_connect: false },
  ...{ check_updates: false, nostr_relays: relay },
  // Without gossip it pays only through its own network.
  use_gossip: true,
  plugins: { nwc: { enabled: true, relay } },
});

/** Has a new wallet, unlocked and empty. */
export async function startElectrum(
  { command, env, program }: Electrum,
  around: Around,
): Promise<ElectrumWallet> {
  const folder = mkdtempSync(join(tmpdir(), 'satling-electrum-'));
  const wallets = join(folder, 'regtest/wallets');
  mkdirSync(wallets, { recursive: true });
  const port = await freePort();
  writeFileSync(join(folder, 'regtest/config'), JSON.stringify(settingsFor(around, port)));
  const [file = '', ...first] = command;
  const child = spawn(file, [...first, program, '--regtest', '-D', folder, 'daemon'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  const ask: ElectrumWallet['ask'] = async (method, params = {}) => {
    const reply = await fetch(`http://127.0.0.1:${port}`, {
      method: 'POST',
      headers: { authorization: LOGIN },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const { result, error } = (await reply.json()) as { result: never; error?: object };
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  const stop = async () => {
    child.kill();
    await exit;
    rmSync(folder, { recursive: true, force: true });
  };
  const isUp = async () => {
    if (child.exitCode !== null) throw new Error('Electrum did not start');
    const told = await ask<{ connected: boolean }>('getinfo').catch(() => undefined);
    return told?.connected === true;
  };
  try {
    await until(isUp, 'Electrum to start', START_MS);
    const wallet_path = join(wallets, 'family');
    await ask('create', { wallet_path });
    await ask('load_wallet', { wallet_path });
  } catch (error) {
    await stop();
    throw error;
  }
  return { ask, stop };
}
