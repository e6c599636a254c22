/** A family on the real server: its people, what they send, and its book as each reads it. */

import type { Requests } from '#features/approvals/contract.ts';
import type { Child } from '#features/children/contract.ts';
import type { Contribution, Goal } from '#features/goals/contract.ts';
import type { PaymentRecord } from '#features/lightning/paying/contract.ts';
import type { Message } from '#features/messages/contract.ts';
import type { Transaction } from '#features/transactions/contract.ts';
import type { Reply, TestApp, Visitor } from '../support/app.ts';
import { addChild, joinAsChild, joinAsSpouse } from '../support/family.ts';
import { connectPayer } from '../support/payouts.ts';
import { btc, type Ids, type Sent, sentFor } from './acts.ts';
import type { Act } from './model.ts';
import {
  CHILDREN,
  type ChildNo,
  heldOf,
  type Model,
  type Payment,
  type Person,
  WEEKLY,
} from './model-book.ts';
import { sumOf } from './model-goals.ts';
import type { Wallets } from './wallets.ts';

export type World = {
  family: number;
  app: TestApp;
  wallets: Wallets;
  people: Record<Person, Visitor>;
  ids: Ids;
};
/** What all families of a run share. @param stranger a parent of another family */
export type Simulated = { app: TestApp; stranger: Visitor; wallets: Wallets };

let families = 0;

export async function newWorld({ app, stranger, wallets }: Simulated): Promise<World> {
  const mail = (who: string) => `${who}${families}@simulation.example`;
  families += 1;
  const parent = await app.signIn(mail('parent'));
  await parent.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  const made = [];
  for (const [no, name] of [
    [0, 'Mia'],
    [1, 'Leo'],
  ] as const)
    made.push(await addChild(parent, { name, weeklyAllowance: btc(WEEKLY[no]), allowanceDay: 3 }));
  const [first, second] = made as [Child, Child];
  const people = {
    ...{ parent, stranger, nobody: app.visitor() },
    spouse: await joinAsSpouse(app, parent, mail('spouse')),
    child0: await joinAsChild(app, parent, first.id, mail('mia')),
    child1: await joinAsChild(app, parent, second.id, mail('leo')),
  };
  await connectPayer(parent, wallets.url);
  const family = families;
  return {
    ...{ family, app, wallets, people },
    ids: {
      children: [first.id, second.id],
      made: new Map(),
      invoiceOf: (name, sats) => wallets.invoiceOf(`${family} ${name}`, sats, app.clock.now),
    },
  };
}

/** @param name the same for a call that is sent again because its reply was lost */
export function send(
  { family, people, ids, wallets }: World,
  act: Act,
  name: string,
): Promise<Reply> {
  const { method, path, body }: Sent = sentFor(act, name, ids);
  wallets.mood = 'mood' in act ? act.mood : 'pays';
  return people[act.by].send(method, path, body, { 'idempotency-key': `family-${family}-${name}` });
}

/** What an act made is found by its name from now on. */
export async function remember(
  { people, ids }: World,
  act: Act,
  name: string,
  reply: Reply,
): Promise<void> {
  const { id: own, payment } = (reply.body ?? {}) as { id?: string; payment?: { id: string } };
  const id = own ?? payment?.id;
  if (act.call !== 'give') {
    if (id) ids.made.set(name, id);
    return;
  }
  // The reply is the goal: what was given is the line in it that has no name yet.
  const path = `/api/family-goals/${id}/contributions`;
  const known = new Set(ids.made.values());
  const lines = await people.parent.get(path);
  // A goal that was deleted at the same moment has none.
  if (lines.status !== 200) return;
  const type = act.child === undefined ? 'gift' : 'savings';
  const unnamed = (lines.body as Contribution[]).filter(
    (one) => !known.has(one.id) && one.amount === btc(act.sats) && one.contributionType === type,
  );
  if (unnamed[0]) ids.made.set(name, unnamed[0].id);
}

/** The book in one form, whoever wrote it down: amounts in sats, ids in place of names. */
export type Book = {
  children: unknown[];
  open: string[];
  goals: unknown[];
  payments: string[];
};

const sats = (btc: string): bigint => BigInt(btc.replace('.', ''));

export async function readBook({ people, ids }: World): Promise<Book> {
  const children = [];
  for (const no of CHILDREN) {
    const own = people[no === 0 ? 'child0' : 'child1'];
    children.push(await readChild(people.parent, ids.children[no]));
    children.push(await readChild(own, ids.children[no]));
  }
  const { open } = (await people.parent.get('/api/requests')).body as Requests;
  const goals = (await people.spouse.get('/api/family-goals')).body as Goal[];
  const payments = (await people.spouse.get('/api/lightning/payments')).body as PaymentRecord[];
  return {
    children,
    open: open.map(({ id }) => id).toSorted(),
    goals: goals.map((one) => `${one.id} ${one.state} ${sats(one.currentAmount)}`).toSorted(),
    payments: payments.map(({ state, amount }) => `${state} ${amount}`).toSorted(),
  };
}

async function readChild(who: Visitor, id: string) {
  const one = (await who.get(`/api/children/${id}`)).body as Child;
  const lines = (await who.get(`/api/children/${id}/transactions`)).body as Transaction[];
  return {
    savings: [sats(one.savingsBalance), sats(one.availableSavings)].join(' of which free '),
    spending: [sats(one.spendingBalance), sats(one.availableSpending)].join(' of which free '),
    lines: lines.length,
    paid: lines.filter((line) => line.state === 'paid').length,
  };
}

/** As calls name the states of a payment. */
const SHOWN: Record<Payment['state'], string> = {
  ...{
    asked: 'asked',
    open: 'checking',
    refused: 'checking',
    paid: 'paid',
    failed: 'failed',
    declined: 'declined',
  },
};

/** What the book has to be. */
export function bookOf(model: Model, { ids }: World): Book {
  const idOf = (name: string) => ids.made.get(name) ?? name;
  const children = CHILDREN.flatMap((no) => {
    const of = (account: 'savings' | 'spending') => {
      const sum = model.balances[account][no];
      return [sum, sum - heldOf(model, no, account)].join(' of which free ');
    };
    const one = {
      savings: of('savings'),
      spending: of('spending'),
      lines: model.lines[no],
      paid: paidOf(model, no),
    };
    return [one, one];
  });
  const open = [...model.requests].filter(([, { state }]) => state === 'open');
  return {
    children,
    open: open.map(([name]) => idOf(name)).toSorted(),
    goals: [...model.goals]
      .map(([name, goal]) => `${idOf(name)} ${goal.state} ${sumOf(goal)}`)
      .toSorted(),
    payments: [...model.payments.values()]
      .map((one) => `${SHOWN[one.state]} ${one.sats}`)
      .toSorted(),
  };
}

const paidOf = ({ entries, paidLines }: Model, no: ChildNo): number =>
  paidLines[no] +
  [...entries.values()].filter(({ isPaid, moves }) => isPaid && moves[0]?.child === no).length;

/** What a child asked is told to both adults, and what was answered to the child, each once. */
export async function untold(world: World, model: Model): Promise<string[]> {
  const { people, ids } = world;
  const missing: string[] = [];
  for (const [name, { child, by, state }] of model.requests) {
    const id = ids.made.get(name) ?? name;
    const isOwn = by === 'child0' || by === 'child1';
    const hear: [Person, string][] = isOwn
      ? [
          ['parent', 'request_opened'],
          ['spouse', 'request_opened'],
        ]
      : [];
    if (state === 'yes') hear.push([child === 0 ? 'child0' : 'child1', 'request_approved']);
    for (const [who, kind] of hear) {
      const told = await toldOf(people[who], kind, id);
      if (told !== 1) missing.push(`${who} read ${told} times that ${name}: ${kind}`);
    }
  }
  return missing;
}

async function toldOf(who: Visitor, kind: string, id: string): Promise<number> {
  const all = (await who.get('/api/messages')).body as Message[];
  return all.filter((one) => one.kind === kind && JSON.stringify(one.data).includes(id)).length;
}
