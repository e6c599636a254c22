/** One family's random life with wallet files (import-history.ts), by calls. */
import fc from 'fast-check';
import type { Imported, ImportRecord } from '../../src/features/book/imports/contract.ts';
import { addSession } from '../../src/features/people/auth/store.ts';
import { newToken, sessionCookie, sha256 } from '../../src/server/http/actor.ts';
import { sealAll } from '../../src/server/ledger/seal.ts';
import { type Reply, SEAL_KEY, type TestApp, type Visitor } from './app.ts';
import { addChild, getChild, record } from './family.ts';
import { addGoal, contribute } from './goals.ts';
import { keepFresh } from './proof.ts';
import {
  coinosFile,
  importFile,
  oldPhoenixFile,
  type Payment,
  phoenixdFile,
} from './wallet-files.ts';

export const HOUR = 3_600_000;
const DAY = 24 * HOUR;
export const START = new Date('2025-03-04T09:00:00Z');
const LIFE_DAYS = 1_200;
/** A session would end in the meantime; a fresh one is written the way a sign-in writes it. */
const RENEW_AFTER = 5 * DAY;
/** Few amounts: payments and manual entries coincide. */
const AMOUNTS = [700, -300, 1_200, -300, 500, -450] as const;

const WALLETS = [phoenixdFile, oldPhoenixFile, coinosFile];
/** Each wallet's payments: one about every three days, at its own hours. */
const lifeOf = (wallet: number): Payment[] =>
  Array.from({ length: LIFE_DAYS / 3 }, (_, i) => ({
    id: `w${wallet}-${i}`,
    at: new Date(
      START.getTime() + (3 * i - 30) * DAY + (wallet * 5 + (i % 7)) * HOUR,
    ).toISOString(),
    sats: AMOUNTS[(i + wallet) % AMOUNTS.length] as number,
  }));

const amount = fc.constantFrom(...AMOUNTS.map(Math.abs));
export const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('import' as const),
      // The third one's files come late, when many manual entries are gone.
      wallet: fc.constantFrom(0, 0, 0, 1, 1, 1, 2),
      back: fc.nat(40),
      size: fc.integer({ min: 1, max: 30 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undoImport' as const), nth: fc.nat(3) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('record' as const),
      sats: fc.constantFrom(...AMOUNTS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undoEntry' as const), nth: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sync' as const), sats: fc.nat(4_000) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('ask' as const), amount }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('answer' as const), approved: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('deposit' as const), amount, approved: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('allowances' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('goal' as const), amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('prune' as const),
      months: fc.constantFrom(3, 3, 6, 12),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      hours: fc.constantFrom(1, 26, 70, 400, 1_500, 2_600),
    }),
  },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export type HistoryCounts = {
  imported: number;
  undone: number;
  pruned: number;
  /** Histories whose spending was compared with whole files. */
  added: number;
  problems: string[];
};

/** Everything each wallet ever did. */
export const LIVES = WALLETS.map((_, wallet) => lifeOf(wallet));

/** One life of one family. */
export type Life = {
  email: string;
  signedIn: Date;
  parent: Visitor;
  child: string;
  goal: string;
  prunes: boolean;
  imports: string[];
  entries: string[];
  requests: string[];
  /** Sats of spending changed by anything except files. */
  besides: number;
};

export async function born(app: TestApp, name: string, prunes: boolean): Promise<Life> {
  const parent = await app.signIn(`${name}@example.com`);
  const child = (await addChild(parent)).id;
  const goal = (await addGoal(parent)).id;
  return {
    email: `${name}@example.com`,
    parent,
    child,
    goal,
    prunes,
    signedIn: START,
    imports: [],
    entries: [],
    requests: [],
    besides: 0,
  };
}

/** Signs in again if the session would have ended in the meantime. */
export async function renew(app: TestApp, life: Life): Promise<void> {
  const { now } = app.clock;
  if (now.getTime() - life.signedIn.getTime() < RENEW_AFTER) return;
  const [user] = await app.db.owner<{ userId: string; familyId: string }[]>`
    SELECT user_id, family_id FROM users WHERE email = ${life.email}`;
  if (!user) throw new Error(`There is no ${life.email}`);
  const token = newToken();
  const session = { tokenHash: sha256(token), userId: user.userId, device: 'Test', now };
  await addSession(app.db.app, session);
  await keepFresh(app.db, session.tokenHash);
  life.parent.cookies.set('__Host-session', sessionCookie(user.familyId, token));
  life.signedIn = now;
}

const btc = (sats: number) => (sats / 1e8).toFixed(8);
const ok = ({ status }: Reply) => (status === 200 ? 'done' : 'refused');
const idOf = (reply: Reply) => (reply.body as { id: string }).id;

/** Takes one step; @returns what the replies said about money, without ids. */
export async function take(
  app: TestApp,
  life: Life,
  one: Step,
  counts: HistoryCounts,
): Promise<string> {
  const { parent, child: childId } = life;
  switch (one.kind) {
    case 'import': {
      const known = LIVES[one.wallet]?.filter(({ at }) => at <= app.clock.now.toISOString()) ?? [];
      const from = Math.max(0, known.length - 1 - one.back);
      return bringIn(life, one.wallet, known.slice(from, from + one.size), counts);
    }
    case 'undoImport':
      return undoImport(life, one.nth, counts);
    case 'record': {
      const type = one.sats > 0 ? 'earned' : 'spending';
      const reply = await record(parent, childId, type, btc(Math.abs(one.sats)));
      if (reply.status === 200) life.entries.unshift(idOf(reply));
      return ok(reply);
    }
    case 'undoEntry': {
      const entry = life.entries[one.nth];
      return entry ? ok(await parent.send('POST', `/api/transactions/${entry}/undo`)) : '';
    }
    case 'sync':
      return ok(
        await parent.send('POST', `/api/lightning/sync-balance/${childId}`, {
          newBalance: one.sats,
        }),
      );
    case 'ask': {
      const body = { childId, amount: btc(one.amount), reason: 'Book' };
      const reply = await parent.send('POST', '/api/withdrawal-requests', body);
      if (reply.status === 200) life.requests.push(idOf(reply));
      return ok(reply);
    }
    case 'answer': {
      const asked = life.requests.shift();
      const { approved } = one;
      return asked ? ok(await parent.send('PATCH', `/api/requests/${asked}`, { approved })) : '';
    }
    case 'deposit':
      return deposit(life, one);
    case 'allowances':
      return ok(await parent.send('POST', '/api/process-allowances'));
    case 'goal': {
      const body = { amount: btc(one.amount), contributionType: 'child', childId };
      return ok(await contribute(parent, life.goal, body));
    }
    case 'prune':
      if (life.prunes) counts.pruned += await prune(app, life, one.months);
      return '';
    case 'wait':
      return '';
  }
}

export async function bringIn(
  life: Life,
  wallet: number,
  payments: readonly Payment[],
  counts: HistoryCounts,
): Promise<string> {
  const file = WALLETS[wallet]?.(payments) ?? '';
  const reply = await importFile(life.parent, life.child, file);
  if (reply.status !== 200) return `${reply.status} ${reply.text}`;
  const { importId, imported, skipped, matched, history, opening } = reply.body as Imported;
  if (importId) life.imports.unshift(importId);
  counts.imported += imported;
  return `${imported} imported, ${skipped} skipped, ${matched} matched, ${history} history, ${opening}`;
}

async function undoImport({ parent, imports }: Life, nth: number, counts: HistoryCounts) {
  const importId = imports[nth];
  if (!importId) return '';
  const reply = await parent.send('POST', `/api/transactions/imports/${importId}/undo`);
  if (reply.status !== 200) return `${reply.status} ${reply.text}`;
  counts.undone += 1;
  return (reply.body as ImportRecord).state;
}

/** From spending to savings, requested and answered. */
async function deposit(
  { parent, child: childId }: Life,
  one: { amount: number; approved: boolean },
): Promise<string> {
  const body = { childId, type: 'savings_deposit', amount: btc(one.amount), description: 'Later' };
  const asked = await parent.send('POST', '/api/transactions', body);
  if (asked.status !== 200) return ok(asked);
  const answer = { transferId: idOf(asked), approved: one.approved };
  return ok(await parent.send('POST', '/api/savings-transfers/approve', answer));
}

async function prune(app: TestApp, { parent }: Life, months: number): Promise<number> {
  await sealAll(app.db.owner, SEAL_KEY);
  const reply = await parent.send('DELETE', `/api/transactions/prune/${months}`);
  if (reply.status !== 200) throw new Error(reply.text);
  return (reply.body as { deletedCount: number }).deletedCount;
}

export async function sums({ parent, child }: Life): Promise<string> {
  const { spendingBalance, savingsBalance, availableSavings } = await getChild(parent, child);
  return `spending ${spendingBalance}, savings ${savingsBalance}, free ${availableSavings}`;
}

export async function spendingOf({ parent, child }: Life): Promise<number> {
  return Number((await getChild(parent, child)).spendingBalance.replace('.', ''));
}
