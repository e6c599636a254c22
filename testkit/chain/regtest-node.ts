/**
 * A real Bitcoin node on a private chain (regtest), in this process and in memory: bcoin 1.0.2. It
 * checks blocks, scripts and the mempool as the network does, except for Taproot spends and
 * replacement by fee, which it doesn't support; the interop run uses a bitcoind for these.
 */
import { createRequire } from 'node:module';
import type { Bcoin, Block, FullNode, Script, Transaction, Wallet, WalletDatabase } from 'bcoin';
import { hex, scriptOfAddress } from './addresses.ts';
import { ScriptIndex } from './script-index.ts';
import { until } from './until.ts';

// bcoin's native add-ons of 2018 do not build on today's Node; the same code exists in JavaScript.
process.env.NODE_BACKEND = 'js';
const require = createRequire(import.meta.url);

function loadBcoin(): Bcoin {
  const networks = require('bcoin/lib/protocol/networks');
  // bcoin 1.0.2 uses 'rb' and rpub; Bitcoin Core and every wallet use 'bcrt' and tpub.
  networks.regtest.addressPrefix.bech32 = 'bcrt';
  networks.regtest.keyPrefix.xpubkey = 0x043587cf;
  return require('bcoin');
}

/** SegWit is active from block 432 on. */
const BLOCKS_AT_START = 440;

export interface Payment {
  address?: string;
  /** Instead of an address: the script in hex. */
  script?: string;
  sats: number;
}

export class RegtestNode {
  readonly index = new ScriptIndex();
  readonly #bcoin: Bcoin;
  readonly #node: FullNode;
  readonly #walletDatabase: WalletDatabase;
  readonly #wallet: Wallet;

  private constructor(bcoin: Bcoin, node: FullNode, database: WalletDatabase, wallet: Wallet) {
    this.#bcoin = bcoin;
    this.#node = node;
    this.#walletDatabase = database;
    this.#wallet = wallet;
  }

  static async start(): Promise<RegtestNode> {
    const bcoin = loadBcoin();
    const node = new bcoin.FullNode({
      network: 'regtest',
      memory: true,
      listen: false,
      noAuth: true,
      logLevel: 'none',
      workers: false,
      httpHost: '127.0.0.1',
      httpPort: 0,
      walletWitness: true,
      walletHttpHost: '127.0.0.1',
      walletHttpPort: 0,
      walletNoAuth: true,
      plugins: [require('bcoin/lib/wallet/plugin')],
    });
    const { wdb } = node.require('walletdb');
    await node.open();
    const regtest = new RegtestNode(bcoin, node, wdb, await wdb.get('primary'));
    await regtest.#follow();
    await regtest.mine(BLOCKS_AT_START);
    return regtest;
  }

  async #follow(): Promise<void> {
    const { chain, mempool } = this.#node;
    this.index.connect(chain.tip, await chain.getBlock(chain.tip.hash));
    this.#node.on('connect', (entry, block) => this.index.connect(entry, block));
    this.#node.on('disconnect', (entry, block) => this.index.disconnect(entry, block));
    this.#node.on('tx', (tx) => this.index.add(tx, { confirmed: false }));
    // A block removes its transactions from the mempool before it joins the chain: look again then.
    mempool.on('remove entry', ({ tx }) => setImmediate(() => this.#dropIfGone(tx)));
  }

  #dropIfGone(tx: Transaction): void {
    const known = this.index.transactions.get(tx.txid());
    if (!known || known.status.confirmed || this.#node.mempool.hasEntry(tx.hash('hex'))) return;
    this.index.drop(tx.txid());
  }

  get height(): number {
    return this.#node.chain.height;
  }

  /** Mines blocks to the node's own wallet or to an address; returns their ids. */
  async mine(count = 1, address?: string): Promise<string[]> {
    const ids: string[] = [];
    for (let mined = 0; mined < count; mined += 1) {
      const block = await this.#nextBlock(address);
      const entry = await this.#node.chain.add(block);
      if (!entry) throw new Error('The node refused a block of its own');
      ids.push(entry.rhash());
    }
    await this.#walletCaughtUp();
    return ids;
  }

  async #nextBlock(address: string | undefined): Promise<Block> {
    const own = address === undefined ? await this.#wallet.receiveAddress() : undefined;
    const job = await this.#node.miner.cpu.createJob(this.#node.chain.tip, own);
    if (address !== undefined) {
      job.attempt.address = this.#bcoin.Address.fromString(address, 'regtest');
      job.refresh();
    }
    return job.mineAsync();
  }

  #walletCaughtUp(): Promise<void> {
    return until(() => this.#walletDatabase.state.height === this.height);
  }

  #outputs(payments: Payment[]): { value: number; script: Script }[] {
    return payments.map(({ address, script, sats }) => {
      const raw =
        address === undefined ? Buffer.from(script ?? '', 'hex') : scriptOfAddress(address);
      return { value: sats, script: this.#bcoin.Script.fromRaw(raw) };
    });
  }

  /** Pays from the node's wallet; returns the txid once the mempool has it. */
  async send(payments: Payment[], satsPerKilobyte = 2_000): Promise<string> {
    await this.#walletCaughtUp();
    const outputs = this.#outputs(payments);
    const tx = await this.#wallet.send({ rate: satsPerKilobyte, outputs });
    await until(() => this.index.transactions.has(tx.txid()));
    return tx.txid();
  }

  /** A signed transaction that pays a script and is not sent yet: funds a Lightning channel. */
  async fund(script: Uint8Array, sats: number): Promise<Buffer> {
    await this.#walletCaughtUp();
    const outputs = this.#outputs([{ script: hex(script), sats }]);
    const unsigned = await this.#wallet.createTX({ rate: 5_000, outputs });
    await this.#wallet.sign(unsigned);
    return unsigned.toTX().toRaw();
  }

  /**
   * Removes the last blocks from the chain and mines one more than these, empty. Their payments
   * become unconfirmed again, as on the network, or with `forget` disappear.
   */
  async reorg(depth: number, { forget = false } = {}): Promise<string[]> {
    const { blocks } = this.index;
    const fork = blocks[blocks.length - 1 - depth];
    if (!fork) throw new Error(`The chain is shorter than ${depth} blocks`);
    const undone = blocks.slice(fork.entry.height + 1);
    const waiting = [...this.#node.mempool.map.values()].map(({ tx }) => tx);
    // bcoin resets its chain without an event for each block.
    for (const { entry, block } of undone.reverse()) this.index.disconnect(entry, block);
    await this.#node.chain.reset(fork.entry.height);
    await this.#node.mempool.reset();
    const ids = await this.mine(depth + 1);
    const paid = undone
      .reverse()
      .flatMap(({ block }) => block.txs.filter((tx) => !tx.isCoinbase()));
    for (const tx of [...paid, ...waiting]) {
      if (!forget && !(await this.#node.mempool.addTX(tx)))
        this.index.add(tx, { confirmed: false });
      else this.index.drop(tx.txid());
    }
    return ids;
  }

  /** @throws Error with the message of Bitcoin Core's RPC if the node refuses the transaction */
  async broadcast(raw: string): Promise<string> {
    const tx = this.#bcoin.TX.fromRaw(Buffer.from(raw.trim(), 'hex'));
    const missing = await this.#node.mempool.addTX(tx);
    if (missing) throw new Error('bad-txns-inputs-missingorspent');
    this.index.add(tx, this.index.transactions.get(tx.txid())?.status ?? { confirmed: false });
    return tx.txid();
  }

  /**
   * Drops an unconfirmed transaction, as nodes do with one that pays too little; paying again is
   * then a replacement. The node's wallet forgets it too.
   * @throws Error unless it is unconfirmed
   */
  async evict(txid: string): Promise<void> {
    const { mempool } = this.#node;
    const hash = this.index.transactions.get(txid)?.tx.hash('hex') ?? '';
    const entry = mempool.getEntry(hash);
    if (!entry) throw new Error(`${txid} does not wait`);
    mempool.evictEntry(entry);
    await this.#wallet.remove(hash);
    await until(() => !this.index.transactions.has(txid));
  }

  waiting(): string[] {
    return [...this.#node.mempool.map.values()].map(({ tx }) => tx.txid());
  }

  merkleBlock(block: Block, tx: Transaction): Buffer {
    return this.#bcoin.MerkleBlock.fromHashes(block, [tx.hash('hex')]).toRaw();
  }

  close(): Promise<void> {
    return this.#node.close();
  }
}
