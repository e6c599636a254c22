/** A private bitcoind on regtest, with an Electrum server on top that answers what Satling asks. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { scriptHash } from '#core/bitcoin/address.ts';
import { freePort } from '../../testkit/free-port.ts';
import type { Program } from './programs.ts';

export type Rpc = <Result>(method: string, params?: unknown[], wallet?: string) => Promise<Result>;
export type Bitcoind = { rpc: Rpc; electrumPort: number; stop: () => Promise<void> };

const LOGIN = `Basic ${Buffer.from('lab:lab').toString('base64')}`;

/** With a funded wallet `miner` and an empty wallet `family`. */
export async function startBitcoind({ command, env }: Program): Promise<Bitcoind> {
  const folder = mkdtempSync(join(tmpdir(), 'satling-bitcoind-'));
  const port = await freePort();
  const [file = '', ...first] = command;
  const options = [
    ...['-regtest', `-datadir=${folder}`, '-listen=0', `-rpcport=${port}`, '-txindex'],
    ...['-rpcuser=lab', '-rpcpassword=lab', '-fallbackfee=0.0001', '-printtoconsole=0'],
    ...['-addresstype=bech32m', '-changetype=bech32m'],
  ];
  const child = spawn(file, [...first, ...options], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  const exit = once(child, 'exit');
  const rpc: Rpc = async (method, params = [], wallet) => {
    const reply = await fetch(`http://127.0.0.1:${port}${wallet ? `/wallet/${wallet}` : ''}`, {
      method: 'POST',
      headers: { authorization: LOGIN },
      body: JSON.stringify({ method, params }),
    });
    const { result, error } = (await reply.json()) as { result: never; error: object | null };
    if (error) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  };
  while (!(await rpc('uptime').catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error('bitcoind did not start');
    await sleep(100);
  }
  for (const name of ['miner', 'family']) await rpc('createwallet', [name]);
  await rpc('generatetoaddress', [101, await rpc('getnewaddress', [], 'miner')]);
  const electrum = await startElectrumServer(rpc);
  return {
    rpc,
    electrumPort: electrum.port,
    stop: async () => {
      await electrum.close();
      child.kill();
      await exit;
      rmSync(folder, { recursive: true });
    },
  };
}

type RawTx = {
  txid: string;
  hex: string;
  vin: { txid?: string; vout: number }[];
  vout: { n: number; value: number; scriptPubKey: { hex: string } }[];
};
type Block = { hash: string; height: number; previousblockhash?: string; tx: RawTx[] };
/** 0 if unconfirmed, as in Electrum's protocol. */
type Known = RawTx & { height: number };

/** Every transaction of the chain and the mempool; blocks are read only once. */
function reader(rpc: Rpc): () => Promise<Known[]> {
  const blocks = new Map<string, Block>();
  return async () => {
    const known: Known[] = [];
    let hash: string | undefined = await rpc<string>('getbestblockhash');
    while (hash) {
      const block: Block = blocks.get(hash) ?? (await rpc<Block>('getblock', [hash, 2]));
      blocks.set(hash, block);
      known.push(...block.tx.map((tx) => ({ ...tx, height: block.height })));
      hash = block.previousblockhash;
    }
    for (const txid of await rpc<string[]>('getrawmempool'))
      known.push({ ...(await rpc<RawTx>('getrawtransaction', [txid, true])), height: 0 });
    return known;
  };
}

const hashOf = (hex: string): string => scriptHash(Buffer.from(hex, 'hex'));
const satsOf = (btc: number): number => Math.round(btc * 1e8);

/** A script's receipts and spends. */
function stateOf(all: readonly Known[], hash: string) {
  const own = new Map<string, { sats: number; height: number }>();
  for (const { txid, vout, height } of all)
    for (const { n, value, scriptPubKey } of vout)
      if (hashOf(scriptPubKey.hex) === hash)
        own.set(`${txid}:${n}`, { sats: satsOf(value), height });
  const txids = new Set([...own.keys()].map((one) => one.slice(0, 64)));
  const sums = { confirmed: 0, unconfirmed: 0 };
  for (const { sats, height } of own.values())
    sums[height > 0 ? 'confirmed' : 'unconfirmed'] += sats;
  for (const { txid, vin, height } of all)
    for (const input of vin) {
      const spent = own.get(`${input.txid}:${input.vout}`);
      if (!spent) continue;
      txids.add(txid);
      sums[height > 0 ? 'confirmed' : 'unconfirmed'] -= spent.sats;
    }
  const history = all
    .filter(({ txid }) => txids.has(txid))
    .map(({ txid, height }) => ({ tx_hash: txid, height }));
  return { history, sums };
}

/** The protocol's hash over a script's history; null if it was never used. */
const statusOf = (history: readonly { tx_hash: string; height: number }[]): string | null =>
  history.length === 0
    ? null
    : createHash('sha256')
        .update(history.map(({ tx_hash: txid, height }) => `${txid}:${height}:`).join(''))
        .digest('hex');

async function startElectrumServer(rpc: Rpc) {
  const read = reader(rpc);
  const methods: Record<string, (asked: string) => Promise<unknown>> = {
    'server.version': async () => ['bitcoind', '1.4'],
    'server.features': async () => ({ genesis_hash: await rpc('getblockhash', [0]) }),
    'blockchain.headers.subscribe': async () => {
      const hash = await rpc('getbestblockhash');
      const { height } = await rpc<{ height: number }>('getblockheader', [hash]);
      return { height, hex: await rpc('getblockheader', [hash, false]) };
    },
    'blockchain.scripthash.subscribe': async (hash) =>
      statusOf(stateOf(await read(), hash).history),
    'blockchain.scripthash.get_history': async (hash) => stateOf(await read(), hash).history,
    'blockchain.scripthash.get_balance': async (hash) => stateOf(await read(), hash).sums,
    'blockchain.transaction.get': (txid) => rpc('getrawtransaction', [txid]),
  };
  const answer = async (socket: Socket, line: string) => {
    const { id, method, params } = JSON.parse(line);
    const reply = await (methods[method]?.(params[0]) ?? Promise.reject(new Error(method))).then(
      (result) => ({ id, result }),
      (error: Error) => ({ id, error: { message: error.message } }),
    );
    socket.write(`${JSON.stringify(reply)}\n`);
  };
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket.on('error', () => socket.destroy()));
    let unread = '';
    socket.on('data', (bytes) => {
      const lines = (unread + bytes).split('\n');
      unread = lines.pop() ?? '';
      for (const line of lines) void answer(socket, line);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
