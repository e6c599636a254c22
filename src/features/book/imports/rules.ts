/**
 * Decides the outcome of each row of a wallet's file: a duplicate, an entry already in the book,
 * history from before a correction, or new. The order of these checks is the rule. Pure.
 */

import type { Sats } from '#core/money.ts';
import { DAY } from '#core/time.ts';
import type { Direction, WalletRow } from './csv/format.ts';
import { hasSeveralNear, pairInTime } from './csv/match.ts';

/** Bitcoin didn't exist before, so an earlier date is treated as missing. */
const FIRST_DAY = Date.UTC(2009, 0, 3);

export type Answers = {
  readonly direction?: Direction | undefined;
  readonly rows?:
    | readonly { row: number; at?: string | undefined; direction?: Direction | undefined }[]
    | undefined;
  readonly separate?: readonly number[] | undefined;
  readonly includeBeforeCorrection?: boolean | undefined;
};

/** A row with its fingerprints: one, or one per direction if that is unknown. */
export type Identified = { readonly row: WalletRow; readonly prints: readonly string[] };

/** How often a fingerprint occurs for this child and wallet, and the next free number. */
export type Known = ReadonlyMap<string, { count: number; next: number }>;

/** An entry on the child's spending not yet matched by a wallet's row. */
export type Candidate = {
  readonly entryId: string;
  readonly occurredAt: Date;
  readonly amountSats: Sats;
  readonly text: string;
};

export type Kind = 'new' | 'matched' | 'history' | 'duplicate' | 'question';

export type Planned = {
  readonly source: WalletRow;
  readonly print: string;
  readonly ordinal: number;
  readonly direction: Direction | undefined;
  readonly at: Date | undefined;
  readonly kind: Kind;
  readonly asks: readonly ('direction' | 'date' | 'match')[];
  readonly entry: Candidate | undefined;
  /** The change to the child's spending when it is posted. */
  readonly effectSats: Sats;
  /** Part of the running sum that determines the opening amount. */
  readonly counts: boolean;
  /** A duplicate of an entry that is in another child's book, or waiting to be booked. */
  readonly isElsewhere?: true;
};

/** The identity of a row: direction and id; without an id, all its fields. */
export function keysOf(row: WalletRow): string[] {
  const { amountMsat, feeMsat, timeKey, description } = row;
  const rest =
    row.id === null ? `${timeKey}|${amountMsat}|${feeMsat}|${description}` : `#${row.id}`;
  const directions: readonly Direction[] = row.direction ? [row.direction] : ['in', 'out'];
  return directions.map((direction) => `${direction}|${rest}`);
}

export function effectOf(row: WalletRow, direction: Direction | undefined): Sats {
  return direction === 'out' ? -(row.amountSats + row.feeSats) : row.amountSats;
}

const HASH = /^[0-9a-f]{64}$/;

/** The payment hash of a row, if the file has it; several wallets use it as the id. */
export const hashOf = ({ paymentHash, id }: WalletRow): string | undefined =>
  [paymentHash, id].map((text) => text?.toLowerCase()).find((text) => text && HASH.test(text));

/**
 * Lightning payments made and received by this server, by `bookedAs`: the child's entry, or
 * `elsewhere` if it is in another child's book or waiting to be booked. Its row adds nothing.
 */
export type Booked = ReadonlyMap<string, Candidate | 'elsewhere'>;

/** A wallet paying itself has the same hash twice: once in and once out. */
export const bookedAs = (direction: Direction, paymentHash: string) =>
  `${direction} ${paymentHash}`;

type Input = {
  rows: readonly Identified[];
  answers: Answers;
  known: Known;
  candidates: readonly Candidate[];
  booked: Booked;
  /** Time of the last manual correction of spending. */
  cut: Date | undefined;
  now: Date;
};

export function planImport(input: Input): Planned[] {
  const planned = identify(input);
  const open = planned.filter(({ kind }) => kind === 'new');
  const separate = new Set(input.answers.separate ?? []);
  const byHash = matchesByHash(open, input.booked);
  const taken = new Set([...byHash.values()].map(({ entry }) => entry.entryId));
  const others = matches(
    open.filter((one) => !byHash.has(one) && !separate.has(one.source.row)),
    input.candidates.filter(({ entryId }) => !taken.has(entryId)),
  );
  const found = new Map([...byHash, ...others]);
  const { cut } = input;
  const include = input.answers.includeBeforeCorrection === true;
  return planned.map((one) => {
    if (one.kind !== 'new') return one;
    const old = cut !== undefined && (one.at as Date) < cut;
    const counts = cut === undefined || (old && include);
    const match = found.get(one);
    if (match) {
      const asks = match.doubtful ? (['match'] as const) : [];
      return { ...one, kind: 'matched', entry: match.entry, asks, counts };
    }
    return old && !include ? { ...one, kind: 'history' } : { ...one, counts };
  });
}

/** Duplicates come first, which avoids questions about known rows. */
function identify({ rows, answers, known, booked, now }: Input): Planned[] {
  const given = new Map((answers.rows ?? []).map((answer) => [answer.row, answer]));
  const left = new Map([...known].map(([print, { count }]) => [print, count]));
  const next = new Map([...known].map(([print, one]) => [print, one.next]));
  return rows.map(({ row, prints }) => {
    const answer = given.get(row.row);
    const knownAs = prints.findIndex((print) => (left.get(print) ?? 0) > 0);
    const direction =
      row.direction ??
      (knownAs >= 0 ? (['in', 'out'] as const)[knownAs] : (answer?.direction ?? answers.direction));
    const print = prints[row.direction || direction !== 'out' ? 0 : 1] as string;
    const at = timeOf(row, answer?.at, now);
    const base = {
      source: row,
      print,
      direction,
      at,
      entry: undefined,
      asks: [],
      counts: false,
      effectSats: effectOf(row, direction),
    };
    if (isElsewhere(row, booked))
      return { ...base, kind: 'duplicate', ordinal: 0, isElsewhere: true };
    const times = left.get(print) ?? 0;
    if (times > 0) {
      // An id identifies one payment; without one, rows count as often as in the fullest file.
      if (row.id === null) left.set(print, times - 1);
      return { ...base, kind: 'duplicate', ordinal: 0 };
    }
    const asks = [
      ...(direction ? [] : (['direction'] as const)),
      ...(at ? [] : (['date'] as const)),
    ];
    if (asks.length > 0) return { ...base, kind: 'question', asks, ordinal: 0 };
    const ordinal = next.get(print) ?? 0;
    next.set(print, ordinal + 1);
    if (row.id !== null) left.set(print, 1);
    return { ...base, kind: 'new', ordinal };
  });
}

/** Undefined if a person must enter the date. */
function timeOf(row: WalletRow, answer: string | undefined, now: Date): Date | undefined {
  const text = answer ?? row.timestampISO;
  if (text === null) return undefined;
  const at = new Date(text);
  const ms = at.getTime();
  return ms >= FIRST_DAY && ms <= now.getTime() + DAY ? at : undefined;
}

type Matches = Map<Planned, { entry: Candidate; doubtful: boolean }>;

/** The hash identifies the payment, regardless of amount, time or a person's answer. */
function matchesByHash(rows: readonly Planned[], booked: Booked): Matches {
  const found: Matches = new Map();
  for (const row of rows) {
    const hash = hashOf(row.source);
    const entry = hash && row.direction && booked.get(bookedAs(row.direction, hash));
    if (entry && entry !== 'elsewhere') found.set(row, { entry, doubtful: false });
  }
  return found;
}

function isElsewhere(row: WalletRow, booked: Booked): boolean {
  const hash = hashOf(row);
  if (hash === undefined) return false;
  const directions: readonly Direction[] = row.direction ? [row.direction] : ['in', 'out'];
  return directions.some((direction) => booked.get(bookedAs(direction, hash)) === 'elsewhere');
}

/** First by amount including the fee; then the rest by amount without it. */
function matches(rows: readonly Planned[], candidates: readonly Candidate[]): Matches {
  const found: Matches = new Map();
  const used = new Set<Candidate>();
  const passes = [
    (row: Planned) => row.effectSats,
    (row: Planned) => (row.direction === 'out' ? -row.source.amountSats : row.effectSats),
  ];
  for (const amountOf of passes) {
    const entries = groups(
      candidates.filter((entry) => !used.has(entry)),
      ({ amountSats }) => amountSats,
      ({ occurredAt }) => occurredAt,
    );
    const open = rows.filter((row) => !found.has(row));
    for (const [amount, group] of groups(open, amountOf, ({ at }) => at as Date)) {
      const some = entries.get(amount) ?? [];
      const times = [group.map(({ at }) => (at as Date).getTime()), some.map(momentOf)] as const;
      for (const [i, j] of pairInTime(...times)) {
        const [row, entry] = [group[i] as Planned, some[j] as Candidate];
        used.add(entry);
        found.set(row, { entry, doubtful: isDoubtful(row, entry, times[1]) });
      }
    }
  }
  return found;
}

const momentOf = ({ occurredAt }: Candidate) => occurredAt.getTime();

/** More than a day apart, or another entry would match as well. */
function isDoubtful(row: Planned, entry: Candidate, times: readonly number[]): boolean {
  const at = (row.at as Date).getTime();
  return Math.abs(momentOf(entry) - at) > DAY || hasSeveralNear(times, at, DAY);
}

/** Grouped by amount, each group in order of time. */
function groups<T>(all: readonly T[], amountOf: (one: T) => Sats, timeOfOne: (one: T) => Date) {
  const found = new Map<Sats, T[]>();
  for (const one of all) {
    const amount = amountOf(one);
    const group = found.get(amount);
    if (group) group.push(one);
    else found.set(amount, [one]);
  }
  for (const group of found.values())
    group.sort((a, b) => timeOfOne(a).getTime() - timeOfOne(b).getTime());
  return found;
}

/**
 * A real history starts before its file: the opening amount that keeps every sum at zero or above.
 */
export const openingOf = (lowestSats: Sats): Sats => (lowestSats < 0n ? -lowestSats : 0n);

const MAX_WORDS = 500;

/** An entry's text from the wallet's texts; '' if there are none. */
export const entryWords = (description: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  description.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ').slice(0, MAX_WORDS);

export const ANSWER_FIRST = {
  direction: 'the file does not say whether this was sent or received. Please say which',
  date: 'there is no date that can be read. Please say when this was',
} as const;
