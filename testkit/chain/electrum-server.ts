/**
 * The Electrum protocol 1.4 (JSON lines over TCP) over the same index, for a real Electrum wallet
 * and our own adapter to watch the lab's chain.
 */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Faults } from '../faults.ts';
import { reversed, sha256 } from './addresses.ts';
import { headerHex, merklePath } from './esplora-json.ts';
import type { RegtestNode } from './regtest-node.ts';
import type { IndexedBlock, ScriptIndex } from './script-index.ts';

interface Client {
  socket: Socket;
  /** Script hash → the last status sent to this client. */
  watched: Map<string, string | null>;
  followsTip: boolean;
  tip: string;
}

type Method = (client: Client, ...params: never[]) => unknown;

/** Changes are reported after this many ms: one block is one message per script. */
const GATHER_MS = 20;

/** An unconfirmed parent makes a transaction's height -1, otherwise it is 0 (protocol 1.4). */
function heightOf(index: ScriptIndex, txid: string): number {
  const found = index.transactions.get(txid);
  if (!found) return 0;
  if (found.status.confirmed) return found.status.block_height;
  const parents = found.tx.inputs.map(({ prevout }) => index.transactions.get(prevout.txid()));
  return parents.every((parent) => parent?.status.confirmed) ? 0 : -1;
}

function positionOf(index: ScriptIndex, txid: string): number {
  const status = index.transactions.get(txid)?.status;
  if (!status?.confirmed) return Number.MAX_SAFE_INTEGER;
  const block = index.blocks[status.block_height]?.block.txs ?? [];
  return status.block_height * 100_000 + block.findIndex((tx) => tx.txid() === txid);
}

function feeOf(index: ScriptIndex, txid: string): number {
  const tx = index.transactions.get(txid)?.tx;
  if (!tx) return 0;
  const paidIn = tx.inputs.map(
    ({ prevout }) => index.transactions.get(prevout.txid())?.tx.outputs[prevout.index]?.value,
  );
  if (paidIn.some((value) => value === undefined)) return 0;
  const out = tx.outputs.reduce((sum, { value }) => sum + value, 0);
  return paidIn.reduce<number>((sum, value) => sum + (value ?? 0), 0) - out;
}

function history(index: ScriptIndex, hash: string) {
  return index
    .historyOf(hash)
    .map((txid) => ({ txid, position: positionOf(index, txid) }))
    .sort((a, b) => a.position - b.position || (a.txid < b.txid ? -1 : 1))
    .map(({ txid }) => {
      const height = heightOf(index, txid);
      return { tx_hash: txid, height, ...(height <= 0 && { fee: feeOf(index, txid) }) };
    });
}

/** The hash over a script's history, by which a client notices changes. */
function statusOf(index: ScriptIndex, hash: string): string | null {
  const lines = history(index, hash).map(({ tx_hash, height }) => `${tx_hash}:${height}:`);
  return lines.length === 0 ? null : sha256(Buffer.from(lines.join(''))).toString('hex');
}

const tipJson = ({ tip }: ScriptIndex) => ({ height: tip.entry.height, hex: headerHex(tip) });

function blockAt(index: ScriptIndex, height: number): IndexedBlock {
  const found = index.blocks[height];
  if (!found) throw new Error('no such block');
  return found;
}

function scriptMethods(index: ScriptIndex): Record<string, Method> {
  return {
    'blockchain.scripthash.subscribe': (client, wire: string) => {
      const hash = reversed(wire);
      const status = statusOf(index, hash);
      client.watched.set(hash, status);
      return status;
    },
    'blockchain.scripthash.unsubscribe': (client, wire: string) =>
      client.watched.delete(reversed(wire)),
    'blockchain.scripthash.get_history': (_, wire: string) => history(index, reversed(wire)),
    'blockchain.scripthash.get_mempool': (_, wire: string) =>
      history(index, reversed(wire)).filter(({ height }) => height <= 0),
    'blockchain.scripthash.get_balance': (_, wire: string) => {
      const { chain, mempool } = index.statsOf(reversed(wire));
      return {
        confirmed: chain.funded_txo_sum - chain.spent_txo_sum,
        unconfirmed: mempool.funded_txo_sum - mempool.spent_txo_sum,
      };
    },
    'blockchain.scripthash.listunspent': (_, wire: string) =>
      index.statsOf(reversed(wire)).utxo.map(({ txid, vout, status, value }) => ({
        tx_hash: txid,
        tx_pos: vout,
        height: status.confirmed ? status.block_height : 0,
        value,
      })),
  };
}

function chainMethods(node: RegtestNode): Record<string, Method> {
  const { index } = node;
  const known = (txid: string) => {
    const found = index.transactions.get(txid);
    if (!found) throw new Error('No such mempool or blockchain transaction');
    return found;
  };
  return {
    'blockchain.headers.subscribe': (client) => {
      client.followsTip = true;
      client.tip = index.tip.id;
      return tipJson(index);
    },
    'blockchain.block.header': (_, height: number) => headerHex(blockAt(index, height)),
    'blockchain.block.headers': (_, start: number, count: number) => {
      const found = index.blocks.slice(start, start + Math.min(count, 2016));
      return { hex: found.map(headerHex).join(''), count: found.length, max: 2016 };
    },
    'blockchain.transaction.get': (_, txid: string) => known(txid).tx.toRaw().toString('hex'),
    'blockchain.transaction.get_merkle': (_, txid: string) => {
      const { status } = known(txid);
      if (!status.confirmed) throw new Error('unconfirmed');
      return merklePath(blockAt(index, status.block_height), txid);
    },
    'blockchain.transaction.broadcast': (_, raw: string) => node.broadcast(raw),
    'blockchain.estimatefee': () => 0.000_01,
    'blockchain.relayfee': () => 0.000_01,
  };
}

const serverMethods = (node: RegtestNode): Record<string, Method> => ({
  'server.version': () => ['Satling lab', '1.4'],
  'server.ping': () => null,
  'server.banner': () => 'regtest',
  'server.donation_address': () => '',
  'server.peers.subscribe': () => [],
  'mempool.get_fee_histogram': () => [],
  'server.features': () => ({
    genesis_hash: blockAt(node.index, 0).id,
    hosts: {},
    protocol_max: '1.4',
    protocol_min: '1.4',
    server_version: 'Satling lab',
    hash_function: 'sha256',
    pruning: null,
  }),
});

interface Question {
  id: number;
  method: string;
  params?: unknown[] | Record<string, unknown>;
}

export class ElectrumServer {
  readonly faults = new Faults();
  readonly #node: RegtestNode;
  readonly #methods: Record<string, Method>;
  readonly #clients = new Set<Client>();
  readonly #changed = new Set<string>();
  readonly #server: Server;
  #timer: NodeJS.Timeout | undefined;
  #asked = 0;
  /** Script → how often it was looked up. */
  readonly #histories = new Map<string, number>();

  private constructor(node: RegtestNode) {
    this.#node = node;
    this.#methods = { ...serverMethods(node), ...chainMethods(node), ...scriptMethods(node.index) };
    this.#server = createServer({ noDelay: true }, (socket) => this.#accept(socket));
    node.index.events.on('script', (hash) => {
      this.#changed.add(hash);
      this.#tellSoon();
    });
    node.index.events.on('tip', () => this.#tellSoon());
  }

  static async start(node: RegtestNode, port = 0): Promise<ElectrumServer> {
    const started = new ElectrumServer(node);
    await new Promise<void>((resolve) => started.#server.listen(port, '127.0.0.1', resolve));
    return started;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  asked(): number {
    return this.#asked;
  }

  /** How many scripts were looked up, and the most look-ups of a single one; then resets. */
  takeHistories(): { scripts: number; most: number } {
    const counted = [...this.#histories.values()];
    this.#histories.clear();
    return { scripts: counted.length, most: Math.max(0, ...counted) };
  }

  #accept(socket: Socket): void {
    const client: Client = { socket, watched: new Map(), followsTip: false, tip: '' };
    this.#clients.add(client);
    let unread = '';
    socket.on('data', (bytes) => {
      const lines = (unread + bytes).split('\n');
      unread = lines.pop() ?? '';
      for (const line of lines) void this.#answerLine(client, line);
    });
    socket.on('close', () => this.#clients.delete(client));
    socket.on('error', () => socket.destroy());
  }

  async #answerLine(client: Client, line: string): Promise<void> {
    this.#asked += 1;
    const fault = await this.faults.take();
    if (fault?.kind === 'silent') return;
    if (fault?.kind === 'hang-up') return void client.socket.destroy();
    if (fault?.kind === 'garbage') return void client.socket.write('{"this is not":\n');
    if (fault?.kind === 'huge') return void client.socket.write(Buffer.alloc(fault.bytes, 0x20));
    const asked = JSON.parse(line) as Question | Question[];
    const error = fault && { code: -32603, message: fault.text ?? 'internal error' };
    const one = async (question: Question) =>
      error ? { jsonrpc: '2.0', id: question.id, error } : this.#answer(client, question);
    const reply = Array.isArray(asked) ? await Promise.all(asked.map(one)) : await one(asked);
    client.socket.write(`${JSON.stringify(reply)}\n`);
  }

  async #answer(client: Client, { id, method, params = [] }: Question): Promise<object> {
    try {
      const run = this.#methods[method];
      if (!run) throw new Error(`unknown method ${method}`);
      const list = Array.isArray(params) ? params : Object.values(params);
      if (method === 'blockchain.scripthash.subscribe') this.#count(String(list[0]));
      return { jsonrpc: '2.0', id, result: await run(client, ...(list as never[])) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { jsonrpc: '2.0', id, error: { code: 1, message } };
    }
  }

  #count(hash: string): void {
    this.#histories.set(hash, (this.#histories.get(hash) ?? 0) + 1);
  }

  #tellSoon(): void {
    this.#timer ??= setTimeout(() => this.#tell(), GATHER_MS);
  }

  #tell(): void {
    this.#timer = undefined;
    for (const client of this.#clients) {
      const { index } = this.#node;
      if (client.followsTip && client.tip !== index.tip.id) {
        client.tip = index.tip.id;
        push(client, 'blockchain.headers.subscribe', [tipJson(index)]);
      }
      for (const hash of this.#changed) {
        const status = statusOf(index, hash);
        if (!client.watched.has(hash) || client.watched.get(hash) === status) continue;
        client.watched.set(hash, status);
        push(client, 'blockchain.scripthash.subscribe', [reversed(hash), status]);
      }
    }
    this.#changed.clear();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    for (const { socket } of this.#clients) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function push({ socket }: Client, method: string, params: unknown[]): void {
  socket.write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
}
