/** The parts of bcoin 1.0.2 that the wallet lab uses; the package has no types of its own. */
declare module 'bcoin' {
  export interface Script {
    toRaw(): Buffer;
    toASM(): string;
  }
  export interface Output {
    value: number;
    script: Script;
  }
  export interface Outpoint {
    index: number;
    txid(): string;
  }
  export interface Input {
    prevout: Outpoint;
    script: Script;
    witness: { items: Buffer[] };
    sequence: number;
  }
  export interface Transaction {
    version: number;
    locktime: number;
    inputs: Input[];
    outputs: Output[];
    txid(): string;
    hash(): Buffer;
    hash(encoding: 'hex'): string;
    isCoinbase(): boolean;
    toRaw(): Buffer;
    getSize(): number;
    getWeight(): number;
  }
  export interface Block {
    txs: Transaction[];
    toRaw(): Buffer;
    getSize(): number;
    getWeight(): number;
  }
  export interface ChainEntry {
    hash: string;
    height: number;
    time: number;
    version: number;
    bits: number;
    nonce: number;
    merkleRoot: string;
    prevBlock: string;
    rhash(): string;
  }
  export interface Address {
    toString(network: string): string;
  }
  export interface NewOutput {
    value: number;
    script: Script;
  }
  export interface UnsignedTransaction {
    toTX(): Transaction;
  }
  export interface Wallet {
    receiveAddress(): Promise<Address>;
    send(options: { rate: number; outputs: NewOutput[] }): Promise<Transaction>;
    createTX(options: { rate: number; outputs: NewOutput[] }): Promise<UnsignedTransaction>;
    sign(transaction: UnsignedTransaction): Promise<number>;
    remove(hash: string): Promise<unknown>;
  }
  export interface WalletDatabase {
    state: { height: number };
    get(name: string): Promise<Wallet>;
  }
  export interface Job {
    attempt: { address: Address };
    refresh(): void;
    mineAsync(): Promise<Block>;
  }
  export interface MempoolEntry {
    tx: Transaction;
  }
  export class FullNode {
    constructor(options: Record<string, unknown>);
    chain: {
      tip: ChainEntry;
      height: number;
      getBlock(hash: string): Promise<Block>;
      add(block: Block): Promise<ChainEntry | null>;
      reset(height: number): Promise<void>;
    };
    mempool: {
      map: Map<string, MempoolEntry>;
      hasEntry(hash: string): boolean;
      getEntry(hash: string): MempoolEntry | undefined;
      evictEntry(entry: MempoolEntry): void;
      addTX(transaction: Transaction): Promise<string[] | null>;
      reset(): Promise<void>;
      on(event: 'remove entry', listener: (entry: MempoolEntry) => void): void;
    };
    miner: { cpu: { createJob(tip: ChainEntry, address?: Address): Promise<Job> } };
    require(name: 'walletdb'): { wdb: WalletDatabase };
    open(): Promise<void>;
    close(): Promise<void>;
    on(event: 'connect' | 'disconnect', listener: (entry: ChainEntry, block: Block) => void): void;
    on(event: 'tx', listener: (transaction: Transaction) => void): void;
  }
  /** What `require('bcoin')` gives. */
  export interface Bcoin {
    FullNode: typeof FullNode;
    TX: { fromRaw(raw: Buffer): Transaction };
    Script: { fromRaw(raw: Buffer): Script };
    Address: { fromString(text: string, network: string): Address };
    MerkleBlock: {
      fromHashes(block: Block, hashes: string[]): { toRaw(): Buffer };
    };
  }
}
