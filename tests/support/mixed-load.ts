/**
 * A family with mixed simultaneous bookings, made as its pages do: a call without a reply is sent
 * again under its key until there is one. Every acknowledged change must be in the book, once, no
 * matter what was killed or cut in between.
 */
import { phoenixdFile } from './wallet-files.ts';

export type Answer = { status: number; text: string };
/** Throws if there is no reply. */
export type Send = (method: string, path: string, body?: object, key?: string) => Promise<Answer>;

export type LoadResult = {
  acknowledged: number;
  /** Calls that got no reply, or a 503, and were sent again. */
  retried: number;
  /** Acknowledged calls that were sent once more under their key, and got the same reply. */
  replayed: number;
  /** Acknowledged, but not in the book. */
  lost: number;
  /** In the book more than once. */
  doubled: number;
  /** Forbidden replies: a different one for the same key, a crash, a refusal. */
  faults: string[];
};

type Call = { method: string; path: string; body: object; key: string };
type Kind = 'bonus' | 'earned' | 'spending' | 'contribution' | 'import' | 'rename';
type Done = Call & { kind: Kind; text: string };

const LANES = 6;
const KINDS: readonly Kind[] = [
  ...(['bonus', 'bonus', 'earned', 'earned', 'earned'] as const),
  ...(['spending', 'contribution', 'import', 'rename'] as const),
];
const SAT = '0.00000001';
const IMPORTED_SATS = 3;
/** Earlier than all entries made here, so no imported row is mistaken for one. */
const FIRST_PAYMENT = Date.UTC(2020, 0, 1);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const read = async <T>(send: Send, path: string): Promise<T> => {
  const { status, text } = await send('GET', path);
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
  return JSON.parse(text) as T;
};

export type MixedLoad = {
  acknowledged(): number;
  /** Sends some acknowledged calls once more. */
  replay(count: number): Promise<void>;
  /** No new call begins; pending ones continue until they are acknowledged. */
  finish(): Promise<void>;
  /** Compares everything with the book. */
  result(): Promise<LoadResult>;
};

/** @param random from 0 to 1. */
export async function startMixedLoad(send: Send, random: () => number): Promise<MixedLoad> {
  const make = async (path: string, body: object) => {
    const { status, text } = await send('POST', path, body);
    if (status !== 200) throw new Error(`POST ${path}: ${status} ${text}`);
    return (JSON.parse(text) as { id: string }).id;
  };
  const childId = await make('/api/children', { name: 'Mia', age: 9 });
  const bike = { title: 'Bike', description: 'A red one', targetAmount: '10' };
  const goalId = await make('/api/family-goals', bike);
  const opening = { childId, type: 'earned', amount: '1', description: 'Opening' };
  await make('/api/transactions', opening);
  const done: Done[] = [];
  const faults: string[] = [];
  const counts = { retried: 0, replayed: 0 };
  let isOver = false;
  let made = 0;
  const callOf = (kind: Kind): Call => {
    const key = `mixed-load-${made++}`;
    const entry = { childId, type: kind, amount: SAT, description: key };
    switch (kind) {
      case 'contribution': {
        const body = { amount: SAT, contributionType: 'gift', description: key };
        return { method: 'POST', path: `/api/family-goals/${goalId}/contributions`, body, key };
      }
      case 'import': {
        const at = new Date(FIRST_PAYMENT + made * 3_600_000).toISOString();
        const csvContent = phoenixdFile([{ id: key, at, sats: IMPORTED_SATS }]);
        const body = { childId, csvContent, filename: 'phoenix.csv' };
        return { method: 'POST', path: '/api/transactions/import-csv', body, key };
      }
      case 'rename':
        return { method: 'PATCH', path: `/api/children/${childId}`, body: { name: key }, key };
      default:
        return { method: 'POST', path: '/api/transactions', body: entry, key };
    }
  };
  /** Like the client: the same key until there is a reply. */
  const untilAnswered = async ({ method, path, body, key }: Call): Promise<Answer> => {
    for (;;) {
      const answer = await send(method, path, body, key).catch(() => undefined);
      if (answer && answer.status !== 503) return answer;
      counts.retried += 1;
      await pause(50);
    }
  };
  const lane = async () => {
    while (!isOver && faults.length < 5) {
      const kind = KINDS[Math.floor(random() * KINDS.length)] as Kind;
      const call = callOf(kind);
      const { status, text } = await untilAnswered(call);
      if (status === 200) done.push({ ...call, kind, text });
      else faults.push(`${call.method} ${call.path}: ${status} ${text}`);
    }
  };
  const lanes = Array.from({ length: LANES }, lane);
  return {
    acknowledged: () => done.length,
    replay: async (count) => {
      for (let i = 0; i < Math.min(count, done.length); i++) {
        const one = done[Math.floor(random() * done.length)] as Done;
        const { status, text } = await untilAnswered(one);
        counts.replayed += 1;
        if (status !== 200 || text !== one.text) faults.push(`Again ${one.key}: ${status} ${text}`);
      }
    },
    finish: async () => {
      isOver = true;
      await Promise.all(lanes);
    },
    result: async () => {
      const found = await compare(send, { childId, goalId }, done);
      return { acknowledged: done.length, ...counts, ...found, faults };
    },
  };
}

const sats = (btc: string) => Number(btc.replace('.', ''));

/** Entries by their descriptions; those without, by the sums of the books. */
async function compare(
  send: Send,
  { childId, goalId }: { childId: string; goalId: string },
  done: readonly Done[],
): Promise<{ lost: number; doubled: number }> {
  const count = (kind: Kind) => done.filter((one) => one.kind === kind).length;
  const { text: backup } = await send('GET', '/api/transactions/backup');
  const times = new Map<string, number>();
  for (const [key] of backup.matchAll(/mixed-load-\d+/g)) times.set(key, (times.get(key) ?? 0) + 1);
  let [lost, doubled] = [0, 0];
  for (const { kind, key } of done) {
    if (!['bonus', 'earned', 'spending'].includes(kind)) continue;
    const found = times.get(key) ?? 0;
    if (found === 0) lost += 1;
    if (found > 1) doubled += 1;
  }
  const child = await read<{ savingsBalance: string; spendingBalance: string }>(
    send,
    `/api/children/${childId}`,
  );
  const goals = await read<{ id: string; currentAmount: string }[]>(send, '/api/family-goals');
  const saved = goals.find(({ id }) => id === goalId)?.currentAmount ?? '0';
  const opened = 100_000_000;
  const differences = [
    sats(child.savingsBalance) - count('bonus'),
    sats(child.spendingBalance) -
      (opened + count('earned') - count('spending') + IMPORTED_SATS * count('import')),
    sats(saved) - count('contribution'),
  ];
  if (lost + doubled === 0)
    for (const one of differences) {
      if (one < 0) lost -= one;
      if (one > 0) doubled += one;
    }
  return { lost, doubled };
}
