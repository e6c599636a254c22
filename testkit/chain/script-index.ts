/**
 * What each script received and spent, kept up to date from the node's own events: blocks connected
 * and disconnected, transactions entering and leaving the mempool. Keyed by script, so that every
 * kind of address works, including Taproot.
 */
import { EventEmitter } from 'node:events';
import type { Block, ChainEntry, Transaction } from 'bcoin';
import { scriptHash } from './addresses.ts';

export type Status =
  | { confirmed: false }
  | { confirmed: true; block_height: number; block_hash: string; block_time: number };

export interface IndexedBlock {
  id: string;
  entry: ChainEntry;
  block: Block;
}

export interface Utxo {
  txid: string;
  vout: number;
  status: Status;
  value: number;
}

/** Esplora's `chain_stats` and `mempool_stats`. Sums in sats. */
export interface ScriptStats {
  tx_count: number;
  funded_txo_count: number;
  funded_txo_sum: number;
  spent_txo_count: number;
  spent_txo_sum: number;
}

const noStats = (): ScriptStats => ({
  tx_count: 0,
  funded_txo_count: 0,
  funded_txo_sum: 0,
  spent_txo_count: 0,
  spent_txo_sum: 0,
});

const outpoint = (txid: string, index: number): string => `${txid}:${index}`;

interface IndexEvents {
  /** A script's history changed: its hash. */
  script: [string];
  /** The chain has another tip: its height. */
  tip: [number];
}

export class ScriptIndex {
  readonly blocks: IndexedBlock[] = [];
  readonly transactions = new Map<string, { tx: Transaction; status: Status }>();
  readonly spends = new Map<string, { txid: string; vin: number }>();
  readonly events = new EventEmitter<IndexEvents>();
  readonly #history = new Map<string, Set<string>>();

  constructor() {
    this.events.setMaxListeners(0);
  }

  get tip(): IndexedBlock {
    return this.#block(this.blocks.length - 1);
  }

  #block(height: number): IndexedBlock {
    const block = this.blocks[height];
    if (!block) throw new Error('Block not found');
    return block;
  }

  connect(entry: ChainEntry, block: Block): void {
    this.blocks[entry.height] = { id: entry.rhash(), entry, block };
    const status: Status = {
      confirmed: true,
      block_height: entry.height,
      block_hash: entry.rhash(),
      block_time: entry.time,
    };
    for (const tx of block.txs) this.add(tx, status);
    this.events.emit('tip', entry.height);
  }

  disconnect(entry: ChainEntry, block: Block): void {
    this.blocks.length = entry.height;
    for (const tx of block.txs) {
      if (tx.isCoinbase()) this.drop(tx.txid());
      else this.add(tx, { confirmed: false });
    }
  }

  add(tx: Transaction, status: Status): void {
    const txid = tx.txid();
    const known = this.transactions.get(txid);
    if (known) known.status = status;
    else {
      this.transactions.set(txid, { tx, status });
      if (!tx.isCoinbase()) {
        tx.inputs.forEach((input, vin) => {
          this.spends.set(outpoint(input.prevout.txid(), input.prevout.index), { txid, vin });
        });
      }
    }
    for (const hash of this.#scriptsOf(tx)) this.#remember(hash, txid);
  }

  drop(txid: string): void {
    const known = this.transactions.get(txid);
    if (!known) return;
    const scripts = this.#scriptsOf(known.tx);
    this.transactions.delete(txid);
    for (const { prevout } of known.tx.inputs) {
      const key = outpoint(prevout.txid(), prevout.index);
      if (this.spends.get(key)?.txid === txid) this.spends.delete(key);
    }
    for (const hash of scripts) {
      this.#history.get(hash)?.delete(txid);
      this.events.emit('script', hash);
    }
  }

  /** Newest first; unconfirmed ones are newer than any block. */
  historyOf(hash: string): string[] {
    const height = (txid: string): number => {
      const status = this.transactions.get(txid)?.status;
      return status?.confirmed ? status.block_height : Number.MAX_SAFE_INTEGER;
    };
    return [...(this.#history.get(hash) ?? [])]
      .filter((txid) => this.transactions.has(txid))
      .reverse()
      .sort((a, b) => height(b) - height(a));
  }

  statsOf(hash: string): { chain: ScriptStats; mempool: ScriptStats; utxo: Utxo[] } {
    const chain = noStats();
    const mempool = noStats();
    const utxo: Utxo[] = [];
    for (const txid of this.historyOf(hash)) {
      const { tx, status } = this.#transaction(txid);
      const stats = status.confirmed ? chain : mempool;
      stats.tx_count += 1;
      tx.outputs.forEach((output, vout) => {
        if (scriptHash(output.script.toRaw()) !== hash) return;
        stats.funded_txo_count += 1;
        stats.funded_txo_sum += output.value;
        const spend = this.spends.get(outpoint(txid, vout));
        if (!spend) {
          utxo.push({ txid, vout, status, value: output.value });
          return;
        }
        const spent = this.transactions.get(spend.txid)?.status.confirmed ? chain : mempool;
        spent.spent_txo_count += 1;
        spent.spent_txo_sum += output.value;
      });
    }
    return { chain, mempool, utxo };
  }

  #transaction(txid: string): { tx: Transaction; status: Status } {
    const found = this.transactions.get(txid);
    if (!found) throw new Error(`Transaction ${txid} is not in the index`);
    return found;
  }

  #scriptsOf(tx: Transaction): Set<string> {
    const spent = tx.inputs.map(
      ({ prevout }) => this.transactions.get(prevout.txid())?.tx.outputs[prevout.index],
    );
    const outputs = [...tx.outputs, ...spent].filter((output) => output !== undefined);
    return new Set(outputs.map((output) => scriptHash(output.script.toRaw())));
  }

  #remember(hash: string, txid: string): void {
    const history = this.#history.get(hash) ?? new Set();
    this.#history.set(hash, history.add(txid));
    this.events.emit('script', hash);
  }
}
