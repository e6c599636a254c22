/**
 * The Bitcoin explorer as Satling uses it, over any protocol. Scripts are identified by their hash
 * as Electrum writes it (`scriptHash` in core/bitcoin/address.ts); amounts are sats.
 */
import type { BitcoinTransaction } from '#core/bitcoin/transaction.ts';

/** The newest block. `id` is its hash, which distinguishes blocks of the same height. */
export type ChainTip = { readonly height: number; readonly id: string };

/** A transaction and the height of its block, undefined while unconfirmed. */
export type SeenTransaction = { readonly txid: string; readonly height: number | undefined };

export type UnspentOutput = SeenTransaction & { readonly vout: number; readonly sats: bigint };

export type ScriptState = {
  /** A fingerprint of its history, opaque outside this source; null if it was never used. */
  readonly status: string | null;
  /** Its confirmed balance, and the change from unconfirmed transactions: negative for a spend. */
  readonly confirmedSats: bigint;
  readonly waitingSats: bigint;
};

export const UNUSED: ScriptState = { status: null, confirmedSats: 0n, waitingSats: 0n };

/** How much a source may still report: bytes, and transactions, listed or fetched individually. */
export type Allowance = { readonly bytes: number; readonly transactions: number };

export type ChainSource = {
  /** @throws ChainError */
  tip: () => Promise<ChainTip>;
  /** The hash of the first block, which identifies the network. @throws ChainError */
  genesis: () => Promise<string>;
  /**
   * In the order of the hashes, without the transactions.
   * @param exact hashes whose status must change whenever one of their transactions is received,
   * replaced or confirmed; for the others it may stay the same while the sums do
   * @throws ChainError
   */
  scripts: (hashes: readonly string[], exact?: readonly string[]) => Promise<ScriptState[]>;
  /** Every transaction that pays or spends from the script. @throws ChainError */
  history: (hash: string) => Promise<SeenTransaction[]>;
  /** Each script's outputs that no transaction spends, confirmed or not. @throws ChainError */
  unspent: (hashes: readonly string[]) => Promise<UnspentOutput[][]>;
  /**
   * Undefined if the source doesn't know it: never sent, evicted or replaced.
   * @throws ChainError
   */
  transaction: (txid: string) => Promise<BitcoinTransaction | undefined>;
  /** The same as raw bytes. @throws ChainError */
  rawTransaction: (txid: string) => Promise<Uint8Array | undefined>;
  /**
   * Fee in sats per 1,000 virtual bytes that usually gets a payment into one of the next FEE_TARGET
   * blocks. Undefined if the source has no estimate.
   * @throws ChainError
   */
  feeRate: () => Promise<bigint | undefined>;
  /** Broadcasts a signed transaction. @throws ChainError, REFUSED with the node's message */
  broadcast: (rawHex: string) => Promise<string>;
  close: () => void;
};

/** Blocks within which a payment should be confirmed. */
export const FEE_TARGET = 6;

export type ChainErrorCode =
  /** No answer, or none in time. A broadcast may or may not have gone through. */
  | 'UNREACHABLE'
  /** The reply doesn't match the request. */
  | 'BAD_ANSWER'
  /** The source refused. */
  | 'REFUSED'
  /** The source asked us to slow down. */
  | 'BUSY'
  /** The source returned more than we are willing to check. */
  | 'TOO_MUCH';

export class ChainError extends Error {
  readonly code: ChainErrorCode;
  constructor(code: ChainErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The longest history we accept for one script; no family's address has more. */
export const MAX_HISTORY = 5_000;

/** 21 million bitcoin in sats: the most any script can hold. */
export const MAX_SATS = 2_100_000_000_000_000;
