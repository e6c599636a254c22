/**
 * Chain sources as the main thread sees them: each request is passed to the thread that reads them
 * (chain-thread.ts). Results are charged to the requesting family, with a limit per piece of work
 * and per day (docs/decisions/0082-one-place-for-each-family.md).
 */

import { Worker } from 'node:worker_threads';
import { DAY } from '#core/time.ts';
import type { OutboundRules } from '../../outbound/reach.ts';
import { type Allowance, ChainError, type ChainErrorCode, type ChainSource } from './port.ts';
import type { ChainServer } from './server.ts';

/** A source that several families take turns using. */
export type SharedSource = ChainSource & {
  /** From now on, charges results to this family. */
  readonly countFor: (familyId: string) => void;
};

type Call = Exclude<keyof ChainSource, 'close'>;

/**
 * Message to the thread: a request with everything needed to open its source, or the end of a
 * source.
 */
export type Asked =
  | { readonly handle: number; readonly isOver: true }
  | {
      readonly handle: number;
      readonly id: number;
      readonly server: ChainServer;
      readonly rules: OutboundRules;
      readonly call: Call;
      readonly args: readonly unknown[];
      /** Changes whenever counting starts over. */
      readonly turn: number;
      readonly allowance: Allowance;
    };

export type Answer = { readonly id: number; readonly spent: Allowance } & (
  | { readonly value: unknown }
  | { readonly error: { readonly code: ChainErrorCode | undefined; readonly message: string } }
);

const MEMORY_MB = 256;

type Waiting = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly note: (spent: Allowance) => void;
};

let worker: Worker | undefined;
const waiting = new Map<number, Waiting>();
let last = 0;

/** Opens no connection yet; the first request does. */
export function openChainSource(
  server: ChainServer,
  rules: OutboundRules,
  familyId: string,
): SharedSource {
  last += 1;
  const handle = last;
  let account = accountOf(familyId);
  let turn = 1;
  const ask =
    <Name extends Call>(call: Name) =>
    (...args: unknown[]): Promise<never> => {
      const { allowance, note } = account;
      return inThread({ handle, server, rules, call, args, turn, allowance }, note);
    };
  return {
    tip: ask('tip'),
    genesis: ask('genesis'),
    scripts: ask('scripts'),
    history: ask('history'),
    unspent: ask('unspent'),
    transaction: ask('transaction'),
    rawTransaction: ask('rawTransaction'),
    feeRate: ask('feeRate'),
    broadcast: ask('broadcast'),
    close: () => worker?.postMessage({ handle, isOver: true } satisfies Asked),
    countFor: (other) => {
      account = accountOf(other);
      turn += 1;
    },
  };
}

type Question = Omit<Extract<Asked, { id: number }>, 'id'>;

function inThread(question: Question, note: Waiting['note']): Promise<never> {
  worker ??= start();
  last += 1;
  const id = last;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve: resolve as Waiting['resolve'], reject, note });
    worker?.postMessage({ ...question, id } satisfies Asked);
  });
}

function start(): Worker {
  const limits = { maxOldGenerationSizeMb: MEMORY_MB };
  const file = new URL('./chain-thread.ts', import.meta.url);
  const made = new Worker(file, { execArgv: [], resourceLimits: limits });
  made.unref();
  made.on('message', (answer: Answer) => {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    asked?.note(answer.spent);
    if ('value' in answer) asked?.resolve(answer.value);
    else asked?.reject(errorOf(answer.error));
  });
  made.on('error', () => undefined); // `exit` rejects all pending requests
  made.on('exit', () => {
    if (worker === made) worker = undefined;
    for (const { reject } of waiting.values())
      reject(new ChainError('UNREACHABLE', 'The thread that reads sources has ended'));
    waiting.clear();
  });
  return made;
}

const errorOf = ({ code, message }: { code: ChainErrorCode | undefined; message: string }) =>
  code ? new ChainError(code, message) : new Error(message);

/**
 * For one scan or look-up. A scan of 4,000 addresses usually takes one MiB; the rest is for the
 * histories of used addresses.
 */
const OF_ONE: Allowance = { bytes: 16 * 1024 * 1024, transactions: 10_000 };
/** For a family: 4,000 addresses at each of 144 blocks, and some to spare. */
const OF_A_DAY: Allowance = { bytes: 512 * 1024 * 1024, transactions: 200_000 };
/** Families whose daily use is remembered; the least recently used is dropped first. */
const REMEMBERED = 10_000;

const days = new Map<string, { day: number; spent: Allowance }>();

const plus = (a: Allowance, b: Allowance): Allowance => ({
  bytes: a.bytes + b.bytes,
  transactions: a.transactions + b.transactions,
});

function spentToday(familyId: string): Allowance {
  const today = Math.floor(Date.now() / DAY);
  const found = days.get(familyId);
  return found?.day === today ? found.spent : { bytes: 0, transactions: 0 };
}

function accountOf(familyId: string): { allowance: Allowance; note: Waiting['note'] } {
  const today = spentToday(familyId);
  const allowance = {
    bytes: Math.min(OF_ONE.bytes, OF_A_DAY.bytes - today.bytes),
    transactions: Math.min(OF_ONE.transactions, OF_A_DAY.transactions - today.transactions),
  };
  let noted: Allowance = { bytes: 0, transactions: 0 };
  const note = (spent: Allowance) => {
    const more = {
      bytes: Math.max(0, spent.bytes - noted.bytes),
      transactions: Math.max(0, spent.transactions - noted.transactions),
    };
    noted = plus(noted, more);
    const sum = plus(spentToday(familyId), more);
    days.delete(familyId);
    days.set(familyId, { day: Math.floor(Date.now() / DAY), spent: sum });
    const [oldest] = days.keys();
    if (days.size > REMEMBERED) days.delete(oldest as string);
  };
  return { allowance, note };
}
