/** A chain source that speaks Esplora's HTTP API (Blockstream/esplora, API.md; mempool.space). */
import * as v from 'valibot';
import { type BitcoinTransaction, readTransaction } from '#core/bitcoin/transaction.ts';
import type { OutboundRules } from '../../outbound/reach.ts';
import { type Incoming, sendOut } from '../../outbound/request.ts';
import {
  ChainError,
  type ChainSource,
  FEE_TARGET,
  MAX_HISTORY,
  type ScriptState,
  type SeenTransaction,
  UNUSED,
  type UnspentOutput,
} from './port.ts';

/** How many questions are under way at once: public servers count them. */
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
const Sum = v.pipe(
  v.object({ funded_txo_sum: Sats, spent_txo_sum: Sats }),
  v.transform(({ funded_txo_sum, spent_txo_sum }) => funded_txo_sum - spent_txo_sum),
);
const Stats = v.object({ chain_stats: Sum, mempool_stats: Sum });
/** Sats for a virtual byte, by the blocks within which a payment is confirmed. */
const FeeRates = v.record(v.string(), v.pipe(v.number(), v.finite(), v.minValue(0)));
const perThousand = (rate: number | undefined): bigint | undefined =>
  rate === undefined ? undefined : BigInt(Math.ceil(rate * 1_000));

const Block = v.object({ height: Height, id: Txid });

const listOf = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.pipe(v.array(schema), v.maxLength(MAX_HISTORY));

/** Runs `work` for each item, a few at a time, and answers in the items' order. */
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

/** Asks for a path and reads the reply. */
type Read = <Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
) => Promise<v.InferOutput<Schema>>;

async function historyOf(name: string, ask: Read): Promise<SeenTransaction[]> {
  const seen: v.InferOutput<typeof Listed>[] = [];
  let path = `/scripthash/${name}/txs`;
  for (;;) {
    const page = await ask(path, listOf(Listed));
    seen.push(...page);
    const confirmed = page.filter(({ status }) => status !== undefined);
    const last = confirmed.at(-1);
    if (confirmed.length < PAGE || !last || seen.length > MAX_HISTORY) break;
    path = `/scripthash/${name}/txs/chain/${last.txid}`;
  }
  return seen.map(({ txid, status }) => ({ txid, height: status }));
}

async function scriptState(hash: string, ask: Read): Promise<ScriptState> {
  const name = turned(hash);
  const transactions = await historyOf(name, ask);
  // Most watched addresses are unused: one question is enough for them.
  if (transactions.length === 0) return UNUSED;
  const { chain_stats, mempool_stats } = await ask(`/scripthash/${name}`, Stats);
  return { transactions, confirmedSats: chain_stats, waitingSats: mempool_stats };
}

async function unspentOf(hash: string, ask: Read): Promise<UnspentOutput[]> {
  const found = await ask(`/scripthash/${turned(hash)}/utxo`, listOf(Unspent));
  return found.map(({ txid, vout, value, status }) => ({
    txid,
    vout,
    sats: value,
    height: status,
  }));
}

export function esploraSource(url: string, rules: OutboundRules): ChainSource {
  const base = url.replace(/\/+$/, '');

  async function ask(path: string, body: string | null = null): Promise<Incoming> {
    const method = body === null ? 'GET' : 'POST';
    const reply = await sendOut(base + path, { method, headers: {}, body }, rules).catch(
      (error: unknown) => {
        throw new ChainError('UNREACHABLE', error instanceof Error ? error.message : String(error));
      },
    );
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

  /** A hash, which Esplora answers as plain text. */
  async function readId(path: string): Promise<string> {
    const { status, body } = await ask(path);
    if (status !== 200) throw new ChainError('REFUSED', `The explorer answered ${status}`);
    const text = body.toString().trim();
    if (!v.is(Txid, text)) throw new ChainError('BAD_ANSWER', 'The explorer named no block');
    return text;
  }

  async function transaction(txid: string): Promise<RawTransaction | undefined> {
    const { status, body } = await ask(`/tx/${txid}/hex`);
    if (status === 404) return undefined;
    if (status !== 200) throw new ChainError('REFUSED', `The explorer answered ${status}`);
    return transactionFrom(body.toString(), txid);
  }

  return {
    tip: async () => read(`/block/${await readId('/blocks/tip/hash')}`, Block),
    genesis: () => readId('/block-height/0'),
    scripts: (hashes) => inTurns(hashes, (hash) => scriptState(hash, read)),
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

type RawTransaction = { raw: Uint8Array; read: BitcoinTransaction };

/** @throws ChainError BAD_ANSWER unless the hex is the transaction that was asked for */
export function transactionFrom(rawHex: string, txid: string): RawTransaction {
  const wrong = new ChainError('BAD_ANSWER', 'The source answered another transaction');
  try {
    const raw = new Uint8Array(Buffer.from(rawHex.trim(), 'hex'));
    const read = readTransaction(raw);
    if (read.txid === txid) return { raw, read };
  } catch {
    throw wrong;
  }
  throw wrong;
}
