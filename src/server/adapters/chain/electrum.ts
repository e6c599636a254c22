/**
 * A chain source that speaks the Electrum protocol (1.4, JSON lines over TCP or TLS). One
 * connection carries all questions.
 */
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import * as v from 'valibot';
import type { OutboundRules, Target } from '../../outbound/reach.ts';
import { openSocket } from '../../outbound/socket.ts';
import { transactionFrom } from './esplora.ts';
import {
  ChainError,
  type ChainSource,
  FEE_TARGET,
  MAX_HISTORY,
  type ScriptState,
  UNUSED,
  type UnspentOutput,
} from './port.ts';

const PATIENCE_MS = 10_000;
/** The longest line that is read; a script with 5,000 transactions fits. */
const MAX_LINE = 1024 * 1024;

const Txid = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const Whole = v.pipe(v.number(), v.safeInteger());
/** 0 and -1 stand for transactions that wait. */
const Height = v.pipe(
  Whole,
  v.minValue(-1),
  v.transform((height) => (height > 0 ? height : undefined)),
);
const History = v.pipe(
  v.array(v.object({ tx_hash: Txid, height: Height })),
  v.maxLength(MAX_HISTORY),
);
const Unspent = v.pipe(
  v.array(
    v.object({
      tx_hash: Txid,
      tx_pos: v.pipe(Whole, v.minValue(0)),
      height: Height,
      value: v.pipe(
        Whole,
        v.minValue(0),
        v.transform((sats) => BigInt(sats)),
      ),
    }),
  ),
  v.maxLength(MAX_HISTORY),
);
const Tip = v.pipe(
  v.object({
    height: v.pipe(Whole, v.minValue(0)),
    hex: v.pipe(v.string(), v.regex(/^[0-9a-f]{160}$/)),
  }),
  v.transform(({ height, hex }) => ({ height, id: blockId(hex) })),
);

/** A block is named by the double hash of its header, in the other byte order. */
function blockId(header: string): string {
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
  return sha256(sha256(Buffer.from(header, 'hex')))
    .reverse()
    .toString('hex');
}

const Balance = v.pipe(
  v.object({ confirmed: Whole, unconfirmed: Whole }),
  v.transform(({ confirmed, unconfirmed }) => ({
    confirmedSats: BigInt(confirmed),
    waitingSats: BigInt(unconfirmed),
  })),
);

/** BTC for 1,000 virtual bytes; -1 where the server cannot tell. */
const FeeRate = v.pipe(
  v.number(),
  v.finite(),
  v.transform((btc) => (btc > 0 ? BigInt(Math.ceil(btc * 1e8)) : undefined)),
);

const Features = v.object({ genesis_hash: Txid });
const Line = v.object({
  id: v.optional(v.nullable(v.number())),
  result: v.optional(v.unknown()),
  error: v.optional(v.nullable(v.object({ message: v.string() }))),
});

function readLine(line: string): v.InferOutput<typeof Line> | undefined {
  try {
    return v.parse(Line, JSON.parse(line));
  } catch {
    return undefined;
  }
}

type Waiting = {
  resolve: (result: unknown) => void;
  reject: (error: ChainError) => void;
  timer: NodeJS.Timeout;
};

/** Questions and answers over one socket; a broken line ends it and fails what waits. */
class Connection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, Waiting>();
  #unread = '';
  #last = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8');
    // Questions are short lines: each would wait for the answer to the one before (Nagle).
    socket.setNoDelay(true);
    socket.on('data', (text) => this.#read(String(text)));
    socket.on('close', () => this.#fail('The connection to the Electrum server has ended'));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed;
  }

  #read(text: string): void {
    const lines = (this.#unread + text).split('\n');
    this.#unread = lines.pop() ?? '';
    if (this.#unread.length > MAX_LINE) this.#fail('The Electrum server sends without end');
    for (const line of lines) this.#onLine(line);
  }

  #onLine(line: string): void {
    const message = readLine(line);
    if (!message) this.#fail('The Electrum server sent something else', 'BAD_ANSWER');
    const { id, error, result } = message ?? {};
    const waiting = this.#waiting.get(id ?? -1);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    this.#waiting.delete(id ?? -1);
    if (error) waiting.reject(new ChainError('REFUSED', error.message.slice(0, 300)));
    else waiting.resolve(result);
  }

  #fail(why: string, code: 'UNREACHABLE' | 'BAD_ANSWER' = 'UNREACHABLE'): void {
    this.#socket.destroy();
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new ChainError(code, why));
    }
    this.#waiting.clear();
  }

  async ask<Schema extends v.GenericSchema>(
    method: string,
    params: readonly unknown[],
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    this.#last += 1;
    const id = this.#last;
    const result = await new Promise<unknown>((resolve, reject) => {
      const silent = () => this.#fail('The Electrum server did not answer within 10 s');
      this.#waiting.set(id, { resolve, reject, timer: setTimeout(silent, PATIENCE_MS) });
      this.#socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
    const read = v.safeParse(schema, result);
    if (!read.success) throw new ChainError('BAD_ANSWER', `No ${method} in the answer`);
    return read.output;
  }

  close(): void {
    this.#socket.destroy();
  }
}

async function connectTo(
  server: Omit<Target, 'trusted'>,
  rules: OutboundRules,
): Promise<Connection> {
  const socket = await openSocket(server, rules).catch((error: unknown) => {
    throw new ChainError('UNREACHABLE', error instanceof Error ? error.message : String(error));
  });
  const connection = new Connection(socket);
  await connection.ask('server.version', ['Satling', ['1.4', '1.6']], v.unknown());
  return connection;
}

async function scriptState(line: Connection, hash: string): Promise<ScriptState> {
  const history = await line.ask('blockchain.scripthash.get_history', [hash], History);
  if (history.length === 0) return UNUSED;
  const balance = await line.ask('blockchain.scripthash.get_balance', [hash], Balance);
  const transactions = history.map(({ tx_hash, height }) => ({ txid: tx_hash, height }));
  return { transactions, ...balance };
}

async function unspentOf(line: Connection, hash: string): Promise<UnspentOutput[]> {
  const found = await line.ask('blockchain.scripthash.listunspent', [hash], Unspent);
  return found.map(({ tx_hash, tx_pos, height, value }) => ({
    txid: tx_hash,
    vout: tx_pos,
    height,
    sats: value,
  }));
}

/** Undefined if the server does not know it. */
async function transactionOf(line: Connection, txid: string) {
  try {
    const raw = await line.ask('blockchain.transaction.get', [txid], v.string());
    return transactionFrom(raw, txid);
  } catch (error) {
    if (error instanceof ChainError && error.code === 'REFUSED') return undefined;
    throw error;
  }
}

export function electrumSource(server: Omit<Target, 'trusted'>, rules: OutboundRules): ChainSource {
  let open: Promise<Connection> | undefined;

  /** The open connection, or a new one when there is none or it has ended. */
  async function connection(): Promise<Connection> {
    const current = await open?.catch(() => undefined);
    if (current?.isOpen) return current;
    open = connectTo(server, rules);
    return open;
  }

  return {
    genesis: async () =>
      (await (await connection()).ask('server.features', [], Features)).genesis_hash,
    tip: async () => (await connection()).ask('blockchain.headers.subscribe', [], Tip),
    // Sent one after the other on one connection without waiting: the server answers in one trip.
    scripts: async (hashes) => {
      const line = await connection();
      return Promise.all(hashes.map((hash) => scriptState(line, hash)));
    },
    unspent: async (hashes) => {
      const line = await connection();
      return Promise.all(hashes.map((hash) => unspentOf(line, hash)));
    },
    transaction: async (txid) => (await transactionOf(await connection(), txid))?.read,
    rawTransaction: async (txid) => (await transactionOf(await connection(), txid))?.raw,
    feeRate: async () => (await connection()).ask('blockchain.estimatefee', [FEE_TARGET], FeeRate),
    broadcast: async (rawHex) =>
      (await connection()).ask('blockchain.transaction.broadcast', [rawHex], Txid),
    close: () => {
      open?.then(
        (line) => line.close(),
        () => undefined,
      );
      open = undefined;
    },
  };
}
