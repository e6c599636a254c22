/** A chain source that speaks Esplora's HTTP API (Blockstream/esplora, API.md; mempool.space). */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { OutboundRules } from '../../outbound/reach.ts';
import { type Incoming, sendOut, TooLong } from '../../outbound/request.ts';
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
import { type RawTransaction, transactionFrom } from './raw-transaction.ts';

/** Concurrent requests; public servers count them. */
const AT_ONCE = 4;
/** Confirmed transactions that Esplora lists at a time. */
const PAGE = 25;

const Txid = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const Height = v.pipe(v.number(), v.integer(), v.minValue(0));
const Sats = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform((sats) => BigInt(sats)),
);
const Status = v.pipe(
  v.object({ confirmed: v.boolean(), block_height: v.optional(Height) }),
  v.transform(({ confirmed, block_height }) => (confirmed ? block_height : undefined)),
);
const Listed = v.object({ txid: Txid, status: Status });
const Unspent = v.object({ txid: Txid, vout: Height, value: Sats, status: Status });
const Sums = v.object({ tx_count: Height, funded_txo_sum: Sats, spent_txo_sum: Sats });
const Stats = v.object({ chain_stats: Sums, mempool_stats: Sums });
type Sums = v.InferOutput<typeof Sums>;
/** Sats per virtual byte, by the number of blocks until a payment is confirmed. */
const FeeRates = v.record(v.string(), v.pipe(v.number(), v.finite(), v.minValue(0)));
const perThousand = (rate: number | undefined): bigint | undefined =>
  rate === undefined ? undefined : BigInt(Math.ceil(rate * 1_000));

const Block = v.object({ height: Height, id: Txid });

const listOf = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.array(schema), v.maxLength(MAX_HISTORY));

/** Runs `work` for each item, a few at a time; results keep the order of the items. */
async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = new Array(items.length);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next;
      next += 1;
      results[at] = await work(items[at] as Item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return results;
}

/** Esplora names a script by its hash in the other byte order. */
const turned = (hash: string): string => (hash.match(/../g) ?? []).reverse().join('');

/** Requests a path and reads the reply. */
type Read = <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
) => Promise<v.InferOutput<Schema>>;

async function historyOf(hash: string, ask: Read, meter: Meter): Promise<SeenTransaction[]> {
  const name = turned(hash);
  const seen: v.InferOutput<typeof Listed>[] = [];
  let path = `/scripthash/${name}/txs`;
  for (;;) {
    const page = await ask(path, listOf(Listed));
    meter.count({ transactions: page.length });
    seen.push(...page);
    if (seen.length > MAX_HISTORY) throw tooMuch();
    const confirmed = page.filter(({ status }) => status !== undefined);
    const last = confirmed.at(-1);
    if (confirmed.length < PAGE || !last) break;
    path = `/scripthash/${name}/txs/chain/${last.txid}`;
  }
  return seen.map(({ txid, status }) => ({ txid, height: status }));
}

/** Most watched addresses are unused and need a single request. */
async function scriptState(hash: string, ask: Read, isExact: boolean): Promise<ScriptState> {
  const name = turned(hash);
  const { chain_stats: chain, mempool_stats: waiting } = await ask(`/scripthash/${name}`, Stats);
  if (chain.tx_count + waiting.tx_count === 0) return UNUSED;
  const confirmedSats = heldBy(chain);
  if (confirmedSats < 0n || confirmedSats > MAX_SATS) throw wrongSum();
  const waitingSats = heldBy(waiting);
  if (waitingSats < -MAX_SATS || waitingSats > MAX_SATS) throw wrongSum();
  // A replacement transaction can leave every sum unchanged.
  const newest = isExact ? await ask(`/scripthash/${name}/txs`, listOf(Listed)) : [];
  const lines = newest.map(({ txid, status }) => `${txid}:${status ?? ''}`).sort();
  const status = [inWords(chain), inWords(waiting), ...lines].join(' ');
  return { status: createHash('sha256').update(status).digest('hex'), confirmedSats, waitingSats };
}

const wrongSum = () => new ChainError('BAD_ANSWER', 'The explorer told an impossible sum');

const heldBy = ({ funded_txo_sum, spent_txo_sum }: Sums): bigint => funded_txo_sum - spent_txo_sum;

const inWords = ({ tx_count, funded_txo_sum, spent_txo_sum }: Sums): string =>
  `${tx_count}+${funded_txo_sum}-${spent_txo_sum}`;

async function unspentOf(hash: string, ask: Read): Promise<UnspentOutput[]> {
  const found = await ask(`/scripthash/${turned(hash)}/utxo`, listOf(Unspent));
  return found.map(({ txid, vout, value, status }) => ({
    txid,
    vout,
    sats: value,
    height: status,
  }));
}

export function esploraSource(url: string, rules: OutboundRules): MeteredSource {
  const meter = newMeter();
  const base = url.replace(/\/+$/, '');

  async function ask(path: string, body: string | null = null): Promise<Incoming> {
    const method = body === null ? 'GET' : 'POST';
    const reply = await sendOut(base + path, { method, headers: {}, body }, rules).catch(
      (error: unknown) => {
        if (error instanceof TooLong) throw tooMuch();
        throw new ChainError('UNREACHABLE', error instanceof Error ? error.message : String(error));
      },
    );
    meter.count({ bytes: reply.body.length });
    if (reply.status === 429) throw new ChainError('BUSY', 'The explorer asks for patience');
    return reply;
  }

  async function read<Schema extends v.GenericSchema>(
    path: string,
    schema: Schema,
  ): Promise<v.InferOutput<Schema>> {
    const { status, body } = await ask(path);
    if (status !== 200) throw new ChainError('REFUSED', `The explorer answered ${status}`);
    try {
      return v.parse(schema, JSON.parse(body.toString()));
    } catch {
      throw new ChainError('BAD_ANSWER', 'The explorer answered something else');
    }
  }

  /** A hash, which Esplora returns as plain text. */
  async function readId(path: string): Promise<string> {
    const { status, body } = await ask(path);
    if (status !== 200) throw new ChainError('REFUSED', `The explorer answered ${status}`);
    const text = body.toString().trim();
    if (!v.is(Txid, text)) throw new ChainError('BAD_ANSWER', 'The explorer named no block');
    return text;
  }

  async function transaction(txid: string): Promise<RawTransaction | undefined> {
    meter.count({ transactions: AS_LINES });
    const { status, body } = await ask(`/tx/${txid}/hex`);
    if (status === 404) return undefined;
    if (status !== 200) throw new ChainError('REFUSED', `The explorer answered ${status}`);
    return transactionFrom(body.toString(), txid);
  }

  return {
    tip: async () => read(`/block/${await readId('/blocks/tip/hash')}`, Block),
    genesis: () => readId('/block-height/0'),
    scripts: (hashes, exact = []) =>
      inTurns(hashes, (hash) => scriptState(hash, read, exact.includes(hash))),
    history: (hash) => historyOf(hash, read, meter),
    meter,
    unspent: (hashes) => inTurns(hashes, (hash) => unspentOf(hash, read)),
    transaction: async (txid) => (await transaction(txid))?.read,
    rawTransaction: async (txid) => (await transaction(txid))?.raw,
    feeRate: async () => perThousand((await read('/fee-estimates', FeeRates))[FEE_TARGET]),
    broadcast: async (rawHex) => {
      const { status, body } = await ask('/tx', rawHex);
      const words = body.toString().trim();
      if (status !== 200) throw new ChainError('REFUSED', words.slice(0, 300));
      if (!v.is(Txid, words)) throw new ChainError('BAD_ANSWER', 'The explorer named no txid');
      return words;
    },
    close: () => undefined,
  };
}
