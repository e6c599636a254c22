/** Input and output types of every wallet file parser. Pure. */
import type { Sentence } from '#contract/checks.ts';
import { because } from '#contract/reasons.ts';
import { MAX_SATS, type Sats } from '#core/money.ts';

export const WALLETS = [
  'alby-account',
  'alby-hub',
  'phoenix',
  'phoenixd',
  'breez',
  'misty-breez',
  'zeus',
  'coinos',
] as const;
export type Wallet = (typeof WALLETS)[number];

export const MAX_MSAT = MAX_SATS * 1000n;

export type Direction = 'in' | 'out';
export type DateOrder = 'mdy' | 'dmy';
/** `certain`: this wallet is known to write this header. `likely`: the needed columns are there. */
export type Confidence = 'certain' | 'likely';

/**
 * One payment in the file. `out`: the amount is what the recipient got, fees come on top; `in`: the
 * amount is what the wallet was credited, fees are for information only.
 */
export type WalletRow = {
  /** Row number as in a spreadsheet: the header is row 1. */
  readonly row: number;
  /** Undefined if the file doesn't say; a person must decide. */
  readonly direction: Direction | undefined;
  readonly amountMsat: bigint;
  readonly feeMsat: bigint;
  readonly amountSats: Sats;
  readonly feeSats: Sats;
  /** UTC with milliseconds; null if the file has no readable date. */
  readonly timestampISO: string | null;
  /** The time as written in the file, in any zone: part of the fingerprint. */
  readonly timeKey: string;
  readonly description: string;
  readonly id: string | null;
  /** For a Lightning payment, if the file has it in addition to the id. */
  readonly paymentHash?: string;
};

export type SkippedRow = { readonly row: number; readonly reason: string };

/** Questions about this file that only a person can answer. */
export type Asks = {
  /** Both orders fit all dates; uses `likely` until a person chooses. */
  readonly dateOrder?: { readonly likely: DateOrder; readonly example: string };
  /** The dates have no time zone and are read in the given one. */
  readonly zone?: true;
};

export type ParsedFile = {
  readonly wallet: Wallet;
  readonly format: string;
  readonly confidence: Confidence;
  readonly rows: readonly WalletRow[];
  readonly skipped: readonly SkippedRow[];
  readonly asks: Asks;
};

export type ReadOptions = {
  /** Only a hint for the direction. */
  readonly filename: string;
  /** An IANA id, for dates without a zone. */
  readonly zone: string;
  readonly dateOrder?: DateOrder | undefined;
};

export type Limits = { readonly rows: number; readonly cell: number };

export type Record = { readonly row: number; readonly cells: readonly string[] };
export type Table = { readonly header: readonly string[]; readonly records: readonly Record[] };

/** A format's reading of one record. */
export type Draft = Omit<WalletRow, 'row' | 'amountSats' | 'feeSats'> | { readonly skip: string };

export type Format = {
  readonly wallet: Wallet;
  /** Detects the file's version from its header. */
  readonly version: (header: readonly string[]) => string;
  readonly recognise: (header: readonly string[]) => Confidence | undefined;
  /** Every value is quoted, and quotes inside aren't doubled: these columns are free text. */
  readonly unescaped?: { readonly freeText: readonly string[] };
  /** Looks at the whole table once, then reads record by record. */
  readonly read: (
    table: Table,
    options: ReadOptions,
  ) => { readonly draft: (record: Record) => Draft; readonly asks?: Asks };
};

/** The file can't be imported; the sentence is for a person and names the row if there is one. */
export class BadFile extends Error {
  readonly why: Sentence;
  /** @param problem of one row: in English, because no page translates every kind of broken file */
  constructor(why: Sentence);
  constructor(problem: string | Sentence, row: number);
  constructor(problem: string | Sentence, row?: number) {
    const why = typeof problem === 'object' && row === undefined ? problem : rowWrong(problem, row);
    super(why.english);
    this.name = 'BadFile';
    this.why = why;
  }
}

const rowWrong = (problem: string | Sentence, row = 1) => because('ROW_WRONG', { row, problem });
