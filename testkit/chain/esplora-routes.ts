/** Esplora's HTTP API (Blockstream/esplora, API.md) over the script index. */
import { hex, scriptHash, scriptOfAddress } from './addresses.ts';
import {
  blockJson,
  HttpError,
  headerHex,
  merklePath,
  transactionJson,
  transactionOf,
} from './esplora-json.ts';
import type { RegtestNode } from './regtest-node.ts';
import type { IndexedBlock, ScriptIndex } from './script-index.ts';

/** Page size of Esplora. */
const PAGE = 25;
const MEMPOOL_PAGE = 50;

const TARGETS = [1, 2, 3, 4, 5, 6, 10, 20, 144, 504, 1008];

type Reply = string | Buffer | object;

function blockById(index: ScriptIndex, id: string | undefined): IndexedBlock {
  const found = index.blocks.find((block) => block.id === id);
  if (!found) throw new HttpError(404, 'Block not found');
  return found;
}

function blocks(index: ScriptIndex, [from, what]: string[]): Reply {
  if (from === 'tip') return what === 'hash' ? index.tip.id : String(index.tip.entry.height);
  const newest = from === undefined ? index.tip.entry.height : Number(from);
  return index.blocks
    .slice(Math.max(0, newest - 9), newest + 1)
    .reverse()
    .map(blockJson);
}

function block(index: ScriptIndex, [id, what, at]: string[]): Reply {
  const found = blockById(index, id);
  const { txs } = found.block;
  switch (what) {
    case undefined:
      return blockJson(found);
    case 'header':
      return headerHex(found);
    case 'raw':
      return found.block.toRaw();
    case 'txids':
      return txs.map((tx) => tx.txid());
    case 'txs':
      return txs
        .slice(Number(at ?? 0), Number(at ?? 0) + PAGE)
        .map((tx) => transactionJson(index, tx.txid()));
    case 'status': {
      const next = index.blocks[found.entry.height + 1];
      return { in_best_chain: true, height: found.entry.height, next_best: next?.id ?? null };
    }
    default:
      throw new HttpError(404, 'Not found');
  }
}

function outspend(index: ScriptIndex, txid: string, vout: number): object {
  const spend = index.spends.get(`${txid}:${vout}`);
  if (!spend) return { spent: false };
  return { spent: true, ...spend, status: index.transactions.get(spend.txid)?.status };
}

function transaction(node: RegtestNode, [txid = '', what, at]: string[]): Reply {
  const { index } = node;
  const { tx, status } = transactionOf(index, txid);
  switch (what) {
    case undefined:
      return transactionJson(index, txid);
    case 'status':
      return status;
    case 'hex':
      return hex(tx.toRaw());
    case 'raw':
      return tx.toRaw();
    case 'outspend':
      return outspend(index, txid, Number(at));
    case 'outspends':
      return tx.outputs.map((_, vout) => outspend(index, txid, vout));
  }
  if (!status.confirmed) throw new HttpError(404, 'Transaction not found or is unconfirmed');
  const within = blockById(index, status.block_hash);
  if (what === 'merkle-proof') return merklePath(within, txid);
  if (what === 'merkleblock-proof') return hex(node.merkleBlock(within.block, tx));
  throw new HttpError(404, 'Not found');
}

function hashAskedFor(kind: string, name: string): string {
  if (kind === 'scripthash') return name;
  try {
    return scriptHash(scriptOfAddress(name));
  } catch {
    throw new HttpError(400, 'Invalid Bitcoin address');
  }
}

function script(index: ScriptIndex, [kind = '', name = '', what, part, last]: string[]): Reply {
  const hash = hashAskedFor(kind, name);
  if (what === undefined) {
    const { chain, mempool } = index.statsOf(hash);
    return { [kind]: name, chain_stats: chain, mempool_stats: mempool };
  }
  if (what === 'utxo') return index.statsOf(hash).utxo;
  if (what !== 'txs') throw new HttpError(404, 'Not found');
  const isConfirmed = (txid: string) => index.transactions.get(txid)?.status.confirmed === true;
  const all = index.historyOf(hash);
  const confirmed = all.filter(isConfirmed);
  const waiting = all.filter((txid) => !isConfirmed(txid)).slice(0, MEMPOOL_PAGE);
  const from = last === undefined ? 0 : confirmed.indexOf(last) + 1;
  const page = confirmed.slice(from, from + PAGE);
  const shown = { mempool: waiting, chain: page }[part ?? ''] ?? [...waiting, ...page];
  return shown.map((txid) => transactionJson(index, txid));
}

async function broadcast(node: RegtestNode, body: string): Promise<Reply> {
  try {
    return await node.broadcast(body);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new HttpError(
      400,
      `sendrawtransaction RPC error: ${JSON.stringify({ code: -25, message })}`,
    );
  }
}

/** @throws HttpError with Esplora's own status and text */
export async function answerEsplora(
  node: RegtestNode,
  method: string,
  path: string,
  body: string,
): Promise<Reply> {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts[0] === 'api') parts.shift();
  const [room = '', ...rest] = parts;
  if (method === 'POST' && room === 'tx') return broadcast(node, body);
  switch (room) {
    case 'blocks':
      return blocks(node.index, rest);
    case 'block':
      return block(node.index, rest);
    case 'block-height': {
      const found = node.index.blocks[Number(rest[0])];
      if (!found) throw new HttpError(404, 'Block not found');
      return found.id;
    }
    case 'tx':
      return transaction(node, rest);
    case 'address':
    case 'scripthash':
      return script(node.index, parts);
    case 'mempool':
      return rest[0] === 'txids' ? node.waiting() : { count: node.waiting().length };
    case 'fee-estimates':
      return Object.fromEntries(TARGETS.map((target) => [target, 1]));
    default:
      throw new HttpError(404, 'Not found');
  }
}
