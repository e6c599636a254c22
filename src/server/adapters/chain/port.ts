/**
 * What Satling asks of a Bitcoin explorer, whichever protocol it speaks. Scripts are named by their
 * hash as Electrum writes it (`scriptHash` in core/bitcoin/address.ts); amounts are sats.
 */
import type { BitcoinTransaction } from '#core/bitcoin/transaction.ts';

/** The newest block: `id` is its hash, so that another block of the same height is seen. */
export type ChainTip = { readonly height: number; readonly id: string };

/** Where a transaction stands: the height of its block, or undefined while it waits. */
export type SeenTransaction = { readonly txid: string; readonly height: number | undefined };

export type UnspentOutput = SeenTransaction & { readonly vout: number; readonly sats: bigint };

export type ScriptState = {
  /** Stands for its history, in this source's own words; null where it was never used. */
  readonly status: string | null;
  /** What it holds in blocks, and what waiting transactions would change: negative for a spend. */
  readonly confirmedSats: bigint;
  readonly waitingSats: bigint;
};

export const UNUSED: ScriptState = { status: null, confirmedSats: 0n, waitingSats: 0n };

/** What a source may still report: bytes, and transactions in histories and one by one. */
export type Allowance = { readonly bytes: number; readonly transactions: number };

export type ChainSource = {
  /** @throws ChainError */
  tip: () => Promise<ChainTip>;
  /** The hash of the chain's first block: it tells the network. @throws ChainError */
  genesis: () => Promise<string>;
  /**
   * In the order asked for, without the transactions.
   * @param exact those whose status must be another one whenever a transaction of theirs waits,
   * is replaced or confirmed; of the others it may be the same while their sums are
   * @throws ChainError
   */
  scripts: (hashes: readonly string[], exact?: readonly string[]) => Promise<ScriptState[]>;
  /** Every transaction that pays or spends the script. @throws ChainError */
  history: (hash: string) => Promise<SeenTransaction[]>;
  /** What each script can spend, without what a waiting transaction spends. @throws ChainError */
  unspent: (hashes: readonly string[]) => Promise<UnspentOutput[][]>;
  /**
   * Undefined if the source does not know it: never sent, evicted or replaced.
   * @throws ChainError
   */
  transaction: (txid: string) => Promise<BitcoinTransaction | undefined>;
  /** The same in the network's own bytes. @throws ChainError */
  rawTransaction: (txid: string) => Promise<Uint8Array | undefined>;
  /**
   * Sats for 1,000 virtual bytes with which a payment is usually in one of the next FEE_TARGET
   * blocks. Undefined where the source does not say. @throws ChainError
   */
  feeRate: () => Promise<bigint | undefined>;
  /** Passes a signed transaction on. @throws ChainError, REFUSED with the node's words */
  broadcast: (rawHex: string) => Promise<string>;
  close: () => void;
};

/** Blocks within which a payment should be confirmed. */
export const FEE_TARGET = 6;

export type ChainErrorCode =
  /** Nobody answered, or not in time. What became of a broadcast is not known. */
  | 'UNREACHABLE'
  /** An answer that is not what was asked for. */
  | 'BAD_ANSWER'
  /** The source said no. */
  | 'REFUSED'
  /** The source asks for patience. */
  | 'BUSY'
  /** The source reports more than is checked. */
  | 'TOO_MUCH';

export class ChainError extends Error {
  readonly code: ChainErrorCode;
  constructor(code: ChainErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** A list's length that a source may answer for one script; more is no family's address. */
export const MAX_HISTORY = 5_000;

/** 21 million bitcoin in sats: no script holds more. */
export const MAX_SATS = 2_100_000_000_000_000;
