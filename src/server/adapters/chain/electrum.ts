/**
 * A chain source that speaks the Electrum protocol (1.4, JSON lines over TCP or TLS). One
 * connection carries all requests.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { OutboundRules, Target } from '../../outbound/reach.ts';
import { type Connection, connectTo } from './electrum-line.ts';
import { AS_LINES, type Meter, type MeteredSource, newMeter, tooMuch } from './meter.ts';
import {
  ChainError,
  FEE_TARGET,
  MAX_HISTORY,
  MAX_SATS,
  type ScriptState,
  type SeenTransaction,
  UNUSED,
  type UnspentOutput,
} from './port.ts';
import { transactionFrom } from './raw-transaction.ts';

const Txid = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const Whole = v.pipe(v.number(), v.safeInteger());
/** 0 and -1 mean that the transaction is unconfirmed. */
const Height = v.pipe(
  Whole,
  v.minValue(-1),
  v.transform((height) => (height > 0 ? height : undefined)),
);
/** Limits the length before anything in the list is parsed. */
const History = v.pipe(v.array(v.unknown()), v.maxLength(MAX_HISTORY + 1));
const HistoryLines = v.array(v.object({ tx_hash: Txid, height: Height }));
/** Changes whenever the script's history does. */
const Status = v.nullable(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)));
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
  v.object({
    confirmed: v.pipe(Whole, v.minValue(0), v.maxValue(MAX_SATS)),
    unconfirmed: v.pipe(Whole, v.minValue(-MAX_SATS), v.maxValue(MAX_SATS)),
  }),
  v.transform(({ confirmed, unconfirmed }) => ({
    confirmedSats: BigInt(confirmed),
    waitingSats: BigInt(unconfirmed),
  })),
);

/** BTC per 1,000 virtual bytes; -1 if the server has no estimate. */
const FeeRate = v.pipe(
  v.number(),
  v.finite(),
  v.transform((btc) => (btc > 0 ? BigInt(Math.ceil(btc * 1e8)) : undefined)),
);

const Features = v.object({ genesis_hash: Txid });
/**
 * Subscribes because the status is short, however long the history is. Later notifications are
 * ignored.
 */
async function scriptState(line: Connection, hash: string): Promise<ScriptState> {
  const status = await line.ask('blockchain.scripthash.subscribe', [hash], Status);
  if (status === null) return UNUSED;
  return { status, ...(await line.ask('blockchain.scripthash.get_balance', [hash], Balance)) };
}

async function historyOf(line: Connection, hash: string, meter: Meter): Promise<SeenTransaction[]> {
  const lines = await line.ask('blockchain.scripthash.get_history', [hash], History);
  if (lines.length > MAX_HISTORY) throw tooMuch();
  meter.count({ transactions: lines.length });
  const read = v.safeParse(HistoryLines, lines);
  if (!read.success) throw new ChainError('BAD_ANSWER', 'No history in the answer');
  return read.output.map(({ tx_hash, height }) => ({ txid: tx_hash, height }));
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

/** Undefined if the server doesn't have it. */
async function transactionOf(line: Connection, txid: string, meter: Meter) {
  meter.count({ transactions: AS_LINES });
  try {
    const raw = await line.ask('blockchain.transaction.get', [txid], v.string());
    return transactionFrom(raw, txid);
  } catch (error) {
    if (error instanceof ChainError && error.code === 'REFUSED') return undefined;
    throw error;
  }
}

export function electrumSource(
  server: Omit<Target, 'trusted'>,
  rules: OutboundRules,
): MeteredSource {
  const meter = newMeter();
  let open: Promise<Connection> | undefined;

  /** The open connection, or a new one if there is none or it has closed. */
  async function connection(): Promise<Connection> {
    const current = await open?.catch(() => undefined);
    if (current?.isOpen) return current;
    open = connectTo(server, rules, meter);
    return open;
  }

  return {
    genesis: async () =>
      (await (await connection()).ask('server.features', [], Features)).genesis_hash,
    tip: async () => (await connection()).ask('blockchain.headers.subscribe', [], Tip),
    meter,
    // Sent back to back on one connection: the server answers them in one round trip.
    scripts: async (hashes) => {
      const line = await connection();
      return Promise.all(hashes.map((hash) => scriptState(line, hash)));
    },
    history: async (hash) => historyOf(await connection(), hash, meter),
    unspent: async (hashes) => {
      const line = await connection();
      return Promise.all(hashes.map((hash) => unspentOf(line, hash)));
    },
    transaction: async (txid) => (await transactionOf(await connection(), txid, meter))?.read,
    rawTransaction: async (txid) => (await transactionOf(await connection(), txid, meter))?.raw,
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
