/** Blocks and transactions as Esplora's HTTP API writes them. */
import type { Output } from 'bcoin';
import { describeScript, hex, reversed, sha256 } from './addresses.ts';
import type { IndexedBlock, ScriptIndex } from './script-index.ts';

/** A reply other than 200, with Esplora's text. */
export class HttpError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function outputJson(output: Output): Record<string, unknown> {
  const script = output.script.toRaw();
  const { type, address } = describeScript(script);
  return {
    scriptpubkey: hex(script),
    scriptpubkey_asm: output.script.toASM(),
    scriptpubkey_type: type,
    ...(address !== undefined && { scriptpubkey_address: address }),
    value: output.value,
  };
}

/** @throws HttpError 404 */
export function transactionOf(index: ScriptIndex, txid: string) {
  const found = index.transactions.get(txid);
  if (!found) throw new HttpError(404, 'Transaction not found');
  return found;
}

export function transactionJson(index: ScriptIndex, txid: string): Record<string, unknown> {
  const { tx, status } = transactionOf(index, txid);
  const coinbase = tx.isCoinbase();
  let paidIn = 0;
  const vin = tx.inputs.map((input) => {
    const source = coinbase ? undefined : index.transactions.get(input.prevout.txid());
    const spent = source?.tx.outputs[input.prevout.index];
    paidIn += spent?.value ?? 0;
    return {
      txid: input.prevout.txid(),
      vout: input.prevout.index,
      prevout: spent ? outputJson(spent) : null,
      scriptsig: hex(input.script.toRaw()),
      scriptsig_asm: input.script.toASM(),
      ...(input.witness.items.length > 0 && { witness: input.witness.items.map(hex) }),
      is_coinbase: coinbase,
      sequence: input.sequence,
    };
  });
  const paidOut = tx.outputs.reduce((sum, { value }) => sum + value, 0);
  return {
    txid,
    version: tx.version,
    locktime: tx.locktime,
    vin,
    vout: tx.outputs.map(outputJson),
    size: tx.getSize(),
    weight: tx.getWeight(),
    fee: coinbase ? 0 : paidIn - paidOut,
    status,
  };
}

export const blockJson = ({ entry, block, id }: IndexedBlock): Record<string, unknown> => ({
  id,
  height: entry.height,
  version: entry.version,
  timestamp: entry.time,
  mediantime: entry.time,
  bits: entry.bits,
  nonce: entry.nonce,
  difficulty: 0,
  merkle_root: reversed(entry.merkleRoot),
  tx_count: block.txs.length,
  size: block.getSize(),
  weight: block.getWeight(),
  previousblockhash: entry.height > 0 ? reversed(entry.prevBlock) : null,
});

/** The 80 bytes of a block's header in hex. */
export const headerHex = ({ block }: IndexedBlock): string => hex(block.toRaw().subarray(0, 80));

/** The sibling hashes on the path from a transaction up to its block's merkle root. */
export function merklePath(
  { entry, block }: IndexedBlock,
  txid: string,
): { block_height: number; merkle: string[]; pos: number } {
  let level: Buffer[] = block.txs.map((tx) => Buffer.from(tx.hash()));
  const pos = block.txs.findIndex((tx) => tx.txid() === txid);
  const merkle: string[] = [];
  for (let at = pos; level.length > 1; at >>= 1) {
    if (level.length % 2 === 1) level.push(level.at(-1) as Buffer);
    merkle.push(
      Buffer.from(level[at ^ 1] as Buffer)
        .reverse()
        .toString('hex'),
    );
    level = Array.from({ length: level.length / 2 }, (_, pair) =>
      sha256(sha256(Buffer.concat(level.slice(2 * pair, 2 * pair + 2)))),
    );
  }
  return { block_height: entry.height, merkle, pos };
}
