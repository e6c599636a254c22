/**
 * A day in the life of a family while the server's clock jumps by up to a day between its calls,
 * and a small model that knows the order of the calls: the last saved value applies, nothing is
 * booked twice, and the newest comes first.
 */
import { expect } from 'vitest';
import type { Request, Requests } from '../../src/features/book/approvals/contract.ts';
import type { Transaction } from '../../src/features/book/transactions/contract.ts';
import type { Message } from '../../src/features/notices/messages/contract.ts';
import { settleAutomatic } from '../../src/features/pocket/allowances/settling.ts';
import type { Statement } from '../../src/features/pocket/statements/contract.ts';
import { type Reply, startApp, type TestApp, type Visitor } from './app.ts';
import { btc, dateOf, held, inForceOn, type Model, sats } from './clock-model.ts';
import { addChild, getChild, joinAsChild } from './family.ts';
import { addGoal, getGoal, goalProblems } from './goals.ts';
import { changePlan } from './paydays.ts';
import { randomFrom } from './restarts.ts';

const DAY_MS = 86_400_000;
const BASE_MS = Date.parse('2026-11-18T12:00:00Z');
/** The clock stays this close to its start, to keep everything in one month. */
const MOST_MS = 8 * DAY_MS;
const WEEKLY = 10_000;

type Life = {
  app: TestApp;
  parent: Visitor;
  child: Visitor;
  childId: string;
  goalId: string;
  model: Model;
  random: () => number;
};

export type Lived = { steps: number; refused: number; weeks: number; undone: number };

const amountIn = ({ random }: Life, most: number) => 1 + Math.floor(random() * most);
const oneOf = <T>({ random }: Life, all: readonly T[]) => all[Math.floor(random() * all.length)];

/** @returns what happened; throws if the book differs from the model */
export async function liveADay(seed: number, steps: number): Promise<Lived> {
  const app = await startApp({ at: new Date(BASE_MS).toISOString() });
  try {
    const life = await begin(app, randomFrom(seed));
    const actions = Object.entries(ACTIONS);
    let refused = 0;
    for (let step = 0; step < steps; step++) {
      jump(life);
      const [name, act] = oneOf(life, actions) as (typeof actions)[number];
      const about = `seed ${seed}, step ${step}: ${name} at ${app.clock.now.toISOString()}`;
      if (!(await act(life, about))) refused += 1;
      jump(life);
      await compare(life, about);
    }
    expect(await goalProblems(app)).toEqual([]);
    const { weeks, given } = life.model;
    const undone = given.filter(({ isUndone }) => isUndone).length;
    return { steps, refused, weeks: weeks.size, undone };
  } finally {
    await app.close();
  }
}

async function begin(app: TestApp, random: () => number): Promise<Life> {
  const parent = await app.signIn('anna@example.com');
  const settings = { timeZone: 'UTC', payAutomatically: true };
  await parent.send('PATCH', '/api/family/settings', settings);
  const { id: childId } = await addChild(parent, { weeklyAllowance: btc(WEEKLY) });
  const child = await joinAsChild(app, parent, childId, 'mia@example.com');
  const { id: goalId } = await addGoal(parent, { targetAmount: '1' });
  const plans = [{ validFrom: dateOf(BASE_MS), sats: WEEKLY }];
  const model: Model = {
    ...{ savings: 0, spending: 0, goal: 0, open: new Map(), plans, pauses: [], weeks: new Set() },
    ...{ given: [], lines: 0, asked: [], answered: [] },
  };
  return { app, parent, child, childId, goalId, model, random };
}

function jump({ app, random }: Life): void {
  const next = app.clock.now.getTime() + Math.round((random() * 2 - 1) * DAY_MS);
  app.clock.now = new Date(Math.min(BASE_MS + MOST_MS, Math.max(BASE_MS - MOST_MS, next)));
}

/** A refusal must have a reason and never be a failure. @returns whether the call succeeded */
function isDone(reply: Reply, expected: boolean | undefined, about: string): boolean {
  const isOk = reply.status === 200;
  if (!isOk) expect(reply.status, `${about}: ${reply.text}`).toBe(409);
  if (expected !== undefined) expect(isOk, `${about}: ${reply.text}`).toBe(expected);
  return isOk;
}

type Act = (life: Life, about: string) => Promise<boolean>;

const enter =
  (type: 'bonus' | 'earned' | 'spending'): Act =>
  async (life, about) => {
    const { app, parent, childId, model } = life;
    const amount = amountIn(life, 5_000);
    const at = app.clock.now.getTime();
    const body = { childId, type, amount: btc(amount), description: type };
    const reply = await parent.send('POST', '/api/transactions', body);
    if (!isDone(reply, type !== 'spending' || amount <= model.spending, about)) return false;
    model.lines += 1;
    if (type === 'bonus') {
      model.savings += amount;
      const { id } = reply.body as Transaction;
      model.given.push({ id, sats: amount, at, isUndone: false });
    } else model.spending += type === 'earned' ? amount : -amount;
    return true;
  };

const ask: Act = async (life, about) => {
  const { child, childId, model } = life;
  const amount = amountIn(life, 8_000);
  const body = { childId, amount: btc(amount), reason: 'A book' };
  const reply = await child.send('POST', '/api/withdrawal-requests', body);
  const mayAsk = amount <= model.savings - held(model) && model.open.size < 20;
  if (!isDone(reply, mayAsk, about)) return false;
  const { id } = reply.body as Request;
  model.open.set(id, amount);
  model.asked.unshift(id);
  return true;
};

const answer =
  (approved: boolean): Act =>
  async (life, about) => {
    const { parent, model } = life;
    const id = oneOf(life, [...model.open.keys()]);
    if (!id) return false;
    const body = { approved, ...(!approved && { reason: 'Not now' }) };
    isDone(await parent.send('PATCH', `/api/requests/${id}`, body), true, about);
    const amount = model.open.get(id) as number;
    model.open.delete(id);
    model.answered.unshift(id);
    if (!approved) return true;
    model.savings -= amount;
    model.spending += amount;
    model.lines += 1;
    return true;
  };

const withdraw: Act = async (life, about) => {
  const { child, model } = life;
  const id = oneOf(life, [...model.open.keys()]);
  if (!id) return false;
  isDone(await child.send('DELETE', `/api/requests/${id}`), true, about);
  model.open.delete(id);
  return true;
};

/** Only the time elapsed depends on the clock. */
const undo: Act = async (life, about) => {
  const { app, parent, model } = life;
  const line = oneOf(life, model.given);
  if (!line) return false;
  const isOld = app.clock.now.getTime() > line.at + DAY_MS;
  const may = !line.isUndone && !isOld && line.sats <= model.savings - held(model);
  const reply = await parent.send('POST', `/api/transactions/${line.id}/undo`);
  if (!isDone(reply, may, about)) return false;
  line.isUndone = true;
  model.savings -= line.sats;
  model.lines += 1;
  return true;
};

const change: Act = async (life, about) => {
  const { app, parent, childId, model } = life;
  const amount = amountIn(life, 20_000);
  const day = Math.floor(life.random() * 7);
  isDone(await changePlan(parent, childId, btc(amount), day), true, about);
  model.plans.push({ validFrom: dateOf(app.clock.now.getTime()), sats: amount });
  return true;
};

/** All begin on days that the clock never reaches. */
const pause: Act = async (life, about) => {
  const { parent, childId, model } = life;
  const from = BASE_MS + (10 + Math.floor(life.random() * 20)) * DAY_MS;
  const days = { from: dateOf(from), to: dateOf(from + 3 * DAY_MS) };
  const path = `/api/children/${childId}/allowance/pauses`;
  isDone(await parent.send('POST', path, days), true, about);
  model.pauses.push(days);
  return true;
};

const endPause: Act = async ({ parent, childId, model }, about) => {
  isDone(await parent.send('DELETE', `/api/children/${childId}/allowance/pauses`), true, about);
  model.pauses = [];
  return true;
};

const save: Act = async (life, about) => {
  const { parent, childId, goalId, model } = life;
  const amount = amountIn(life, 3_000);
  const body = { childId, amount: btc(amount), contributionType: 'savings' };
  const reply = await parent.send('POST', `/api/family-goals/${goalId}/contributions`, body);
  if (!isDone(reply, amount <= model.savings - held(model), about)) return false;
  model.savings -= amount;
  model.goal += amount;
  model.lines += 1;
  return true;
};

/** Each week once. */
async function bookWeeks({ app, childId, model }: Life, about: string): Promise<void> {
  const rows = await app.db.owner<{ weekStart: string; dueDate: string; amountSats: bigint }[]>`
    SELECT o.week_start::text, o.due_date::text, e.amount_sats FROM allowance_occurrence o
    JOIN entry e ON e.family_id = o.family_id AND e.entry_id = o.entry_id
    WHERE o.child_id = ${childId} ORDER BY o.week_start`;
  for (const { weekStart, dueDate, amountSats } of rows) {
    if (model.weeks.has(weekStart)) continue;
    expect(Number(amountSats), `${about}: due on ${dueDate}`).toBe(inForceOn(model, dueDate));
    model.weeks.add(weekStart);
    model.savings += Number(amountSats);
    model.lines += 1;
  }
  expect(rows.length, about).toBe(model.weeks.size);
}

const ACTIONS: Readonly<Record<string, Act>> = {
  ...{ bonus: enter('bonus'), earned: enter('earned'), spending: enter('spending') },
  ...{ ask, askAgain: ask, approve: answer(true), deny: answer(false), withdraw, undo },
  ...{ undoAgain: undo, change, pause, endPause, save },
  button: async (life, about) => {
    isDone(await life.parent.send('POST', '/api/process-allowances'), true, about);
    await bookWeeks(life, about);
    return true;
  },
  task: async (life, about) => {
    await settleAutomatic(life.app.db.owner, life.app.clock.now);
    await bookWeeks(life, about);
    return true;
  },
};

async function compare(life: Life, about: string): Promise<void> {
  const { app, parent, child, childId, goalId, model } = life;
  const today = dateOf(app.clock.now.getTime());
  const one = await getChild(parent, childId);
  const { savingsBalance, availableSavings, spendingBalance, weeklyAllowance } = one;
  const earliest = model.pauses.toSorted((a, b) => (a.from < b.from ? -1 : 1))[0];
  const book = {
    ...{ savings: sats(savingsBalance), free: sats(availableSavings) },
    ...{ spending: sats(spendingBalance), weekly: sats(weeklyAllowance) },
    goal: sats((await getGoal(parent, goalId)).currentAmount),
    pauseFrom: one.pause?.from,
    open: ((await parent.get('/api/requests')).body as Requests).open
      .map(({ id }) => id)
      .toSorted(),
    asked: await toldOf(parent, 'request_opened', model.asked),
    answered: await toldOf(child, 'request_', model.answered),
  };
  expect(book, about).toEqual({
    ...{ savings: model.savings, free: model.savings - held(model), spending: model.spending },
    ...{ weekly: inForceOn(model, today), goal: model.goal, pauseFrom: earliest?.from },
    ...{ open: [...model.open.keys()].toSorted(), asked: model.asked, answered: model.answered },
  });
  await compareStatement(life, about);
}

/** The requests in messages, newest first; `known` lists the possible ids. */
async function toldOf(who: Visitor, kind: string, known: readonly string[]): Promise<string[]> {
  const told = ((await who.get('/api/messages')).body as Message[])
    .filter((one) => one.kind.startsWith(kind))
    .map((one) => known.find((id) => JSON.stringify(one.data).includes(id)));
  return told.filter((id) => id !== undefined);
}

async function compareStatement({ parent, childId, model }: Life, about: string): Promise<void> {
  const reply = await parent.get(`/api/children/${childId}/statement?month=2026-11`);
  const { savings, spending, lines } = reply.body as Statement;
  const closing = [sats(savings.closing), sats(spending.closing)];
  expect(closing, about).toEqual([model.savings, model.spending]);
  expect(sats(savings.in) - sats(savings.out), about).toBe(model.savings);
  expect(lines.length, about).toBe(model.lines);
  const times = lines.map(({ createdAt }) => createdAt);
  const sorted = times.toSorted();
  expect([sorted, sorted.toReversed()], about).toContainEqual(times);
}
