/** A family's book: as shown by the server, and as expected by the model. */
import type { Requests } from '#features/book/approvals/contract.ts';
import type { MoneyChange } from '#features/book/changes/contract.ts';
import type { ImportRecord } from '#features/book/imports/contract.ts';
import type { Transaction } from '#features/book/transactions/contract.ts';
import type { Gift } from '#features/money/lightning/gifts/contract.ts';
import type { PaymentRecord } from '#features/money/lightning/paying/contract.ts';
import type { PayoutList, Plan } from '#features/money/lightning/payouts/contract.ts';
import type { Deposit } from '#features/money/wallet/children/contract.ts';
import type { Send } from '#features/money/wallet/sending/contract.ts';
import type { Child } from '#features/people/children/contract.ts';
import type { Goal } from '#features/pocket/goals/contract.ts';
import type { Visitor } from '../support/app.ts';
import { ACCOUNTS, CHILDREN } from './beginning.ts';
import { dayIn } from './calendar.ts';
import { heldOf } from './model-book.ts';
import { allowanceOn, sumOf } from './model-goals.ts';
import { leftToday } from './model-payments.ts';
import { isOpen, ownOf } from './model-people.ts';
import { addressOf, planOf, stateOf } from './model-settings.ts';
import type { ChildNo, Model, Payment } from './model-types.ts';
import { payerOf } from './model-wallets.ts';
import { changeName, fileName, payoutName } from './sending.ts';
import { readVault, vaultOf } from './vault.ts';
import type { World } from './world.ts';

/** The book in one form, from either side: amounts in sats, ids instead of names. */
export type Book = {
  /** As a parent reads each, then the child; undefined if closed to them. */
  children: (string | undefined)[];
  settings: unknown[];
  open: string[];
  goals: string[];
  payments: string[];
  files: string[];
  arrivals: string[];
  payouts: string[];
  sends: string[];
  changes: string[];
  /** As each adult reads it. */
  vault: unknown;
  told: string[];
};

const sats = (btc: string): bigint => BigInt(btc.replace('.', ''));

/** Which books are compared, whether by the parent alone, and whose messages are ignored. */
export type Look = { of: readonly ChildNo[]; isAlone: boolean; unheard: ReadonlySet<string> };

/**
 * Returns the last read book while nothing has changed the family, not even the time. @param adult
 * a current member of the family
 */
export async function readBook(world: World, adult: Visitor, look: Look): Promise<Book> {
  const { app, familyId, people, read: last } = world;
  const [found] = await app.db.owner<{ revision: string }[]>`
    SELECT revision::text FROM family WHERE family_id = ${familyId}`;
  const now = app.clock.now.getTime();
  const readers = [adult, ...Object.values(people)].map(({ cookies }) => [...cookies.values()]);
  const state = [found?.revision, now, look.of, [...look.unheard], readers].join(' ');
  if (last.state !== state) {
    const [told, parts] = await Promise.all([readTold(world), readParts(world, adult, look.of)]);
    const heard = told.filter((one) => !look.unheard.has(one.split(' ')[0] ?? ''));
    Object.assign(last, { state, book: { ...parts, told: heard } });
  }
  return last.book as Book;
}

async function readParts(
  { people, ids }: World,
  adult: Visitor,
  of: readonly ChildNo[],
): Promise<Omit<Book, 'told'>> {
  const read = async <T>(path: string): Promise<T> => (await adult.get(path)).body as T;
  const ofIds = of.map((no) => ids.children[no]);
  const [
    children,
    settings,
    files,
    { payouts },
    { open },
    goals,
    payments,
    changes,
    sends,
    arrivals,
    vault,
  ] = await Promise.all([
    Promise.all(
      of.flatMap((no) =>
        [people.parent, people[ownOf(no)]].map((who) => readChild(who, ids.children[no])),
      ),
    ),
    readSettings(ofIds, adult),
    readFiles(ofIds, adult),
    read<PayoutList>('/api/payouts'),
    read<Requests>('/api/requests'),
    read<Goal[]>('/api/family-goals'),
    read<PaymentRecord[]>('/api/lightning/payments'),
    read<MoneyChange[]>('/api/money-changes'),
    read<Send[]>('/api/bitcoin/sends'),
    Promise.all([read<Gift[]>('/api/lightning/gifts'), read<Deposit[]>('/api/wallet/deposits')]),
    readVault(adult, people.parent),
  ]);
  for (const { id, childId, dueDate } of payouts)
    ids.made.set(payoutName(ids.children.indexOf(childId) as ChildNo, dueDate), id);
  return {
    ...{ children, settings, files, vault },
    sends: sends.map((one) => `${one.id} ${one.state} ${sats(one.amount)}`).toSorted(),
    open: open.map(({ id }) => id).toSorted(),
    goals: goals.map((one) => `${one.id} ${one.state} ${sats(one.currentAmount)}`).toSorted(),
    arrivals: arrivals
      .flat()
      .map(({ id, state }) => `${id} ${STATES[state] ?? state}`)
      .toSorted(),
    payments: payments.map(({ state, amount }) => `${state} ${amount}`).toSorted(),
    payouts: payouts.map(({ id, state, amount }) => `${id} ${state} ${amount}`).toSorted(),
    changes: changes
      .filter(({ id }) => !ids.before.has(id))
      .map(({ id, state, isWhole }) => `${id} ${state} ${isWhole ? 'whole' : 'in part'}`)
      .toSorted(),
  };
}

async function readChild(who: Visitor, id: string): Promise<string | undefined> {
  const path = `/api/children/${id}`;
  const [reply, { body }] = await Promise.all([who.get(path), who.get(`${path}/transactions`)]);
  if (reply.status !== 200) return undefined;
  const one = reply.body as Child;
  const lines = body as Transaction[];
  return wordsOf({
    savings: [sats(one.savingsBalance), sats(one.availableSavings)],
    spending: [sats(one.spendingBalance), sats(one.availableSpending)],
    lines: lines.length,
    paid: lines.filter((line) => line.state === 'paid').length,
    weekly: sats(one.weeklyAllowance),
  });
}

type Sums = readonly [all: bigint, free: bigint];

type Sum = { savings: Sums; spending: Sums; lines: number; paid: number; weekly: bigint };

const wordsOf = (one: Sum): string =>
  `savings ${one.savings.join(' of which free ')}, spending ${one.spending.join(
    ' of which free ',
  )}, lines ${one.lines} of which paid ${one.paid}, ${one.weekly} a week`;

async function readSettings(ids: readonly string[], adult: Visitor): Promise<unknown[]> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const [plan, limits] = await Promise.all([
        adult.get(`/api/children/${id}/payout-plan`),
        adult.get(`/api/lightning/children/${id}`),
      ]);
      if (plan.status !== 200) return [];
      const { plan: kind, address, agreedAddress, payer } = plan.body as Plan;
      const { leftToday: left } = limits.body as { leftToday: number };
      return [[kind, address, agreedAddress, payer, left].join(' ')];
    }),
  );
  const { amount, counts, from } = (await adult.get('/api/family/ceiling')).body as Ceiling;
  return [...found.flat(), `ceiling ${amount}, ${counts} until ${from}`];
}

type Ceiling = { amount: number; counts: number; from: string | null };

async function readFiles(ids: readonly string[], adult: Visitor): Promise<string[]> {
  const found = await Promise.all(ids.map((id) => adult.get(`/api/children/${id}/imports`)));
  return found
    .flatMap(({ status, body }) => (status === 200 ? (body as ImportRecord[]) : []))
    .map(({ id, state, imported }) => `${id} ${state} with ${imported} rows`)
    .toSorted();
}

/** Messages about money; the others are about other things. */
const KINDS = [
  ...['request_opened', 'request_approved', 'request_denied', 'request_withdrawn'],
  'request_lapsed',
  ...['payment_asked', 'payment_declined', 'payout_owed', 'payout_owed_to_you'],
  ...['gift_arrived', 'gift_booked'],
  ...['book_closed', 'book_restored', 'money_changed', 'payment_late', 'money_moved'],
];

type ToldRow = { messageId: string; kind: string; role: string; childId: string; about: string };

/** From the database: the list ends after fifty. Children without a sign-in have ids too. */
async function readTold({ app, familyId, ids }: World): Promise<string[]> {
  const rows = await app.db.owner<ToldRow[]>`
    SELECT m.message_id, m.kind, coalesce(u.role, 'child') AS role,
      coalesce(u.child_id, m.user_id) AS child_id, coalesce(m.data->>'requestId', '') AS about
    FROM message m LEFT JOIN users u ON u.user_id = m.user_id
    WHERE m.family_id = ${familyId} AND m.kind = ANY (${KINDS})`;
  return rows
    .filter(({ messageId }) => !ids.before.has(messageId))
    .map(({ kind, role, childId, about }) => {
      const who = role === 'child' ? `child${ids.children.indexOf(childId)}` : role;
      return `${who} ${kind} ${about}`;
    })
    .toSorted();
}

/** Gift and deposit states in model words. */
const STATES: Partial<Record<string, string>> = {
  ...{ waiting: 'asked', kept_out: 'nobody', declined: 'nobody' },
};

/** Calls' names for payment states. */
const SHOWN: Record<Payment['state'], string> = {
  ...{ asked: 'asked', open: 'checking', refused: 'checking' },
  ...{ paid: 'paid', failed: 'failed', declined: 'declined', late: 'paid' },
};

/** The expected book. @param now the server's clock, in milliseconds */
export function bookOf(model: Model, { ids }: World, now: number, look: Look): Book {
  const { of, isAlone, unheard } = look;
  const idOf = (name: string) => ids.made.get(name) ?? name;
  const list = <T>(all: ReadonlyMap<string, T>, words: (one: T, name: string) => string) =>
    [...all].map(([name, one]) => words(one, name)).toSorted();
  const shown = <T extends { child: ChildNo }>(
    all: ReadonlyMap<string, T>,
    some: readonly ChildNo[] = CHILDREN,
  ) => new Map([...all].filter(([, { child }]) => isOpen(model, child) && some.includes(child)));
  const open = [...model.requests].filter(([, { state }]) => state === 'open');
  // Of a closed book, only unanswered gifts.
  const arrivals = new Map(
    [...model.arrivals].filter(
      ([, { isGift, child, state }]) =>
        !isGift || state === 'asked' || child === undefined || isOpen(model, child),
    ),
  );
  const changes = [...model.changes].filter(([, { until }]) => until > now);
  return {
    children: of.flatMap((no) => [
      isOpen(model, no) ? childOf(model, no, now) : undefined,
      model.away.has(ownOf(no)) ? undefined : childOf(model, no, now),
    ]),
    vault: vaultOf(model, ids.keyOf, isAlone),
    settings: [
      ...of.filter((no) => isOpen(model, no)).map((no) => settingsOf(model, no, ids, now)),
      ceilingOf(model, now),
    ],
    open: open.map(([name]) => idOf(name)).toSorted(),
    goals: list(model.goals, (goal, name) => `${idOf(name)} ${goal.state} ${sumOf(goal)}`),
    payments: list(shown(model.payments), (one) => `${SHOWN[one.state]} ${one.sats}`),
    files: list(shown(model.imports, of), ({ isUndone, imported }, name) => {
      const state = isUndone ? 'undone' : 'done';
      return `${idOf(fileName(name))} ${state} with ${imported} rows`;
    }),
    sends: list(shown(model.sends), (one, name) => {
      const state = one.isOpen ? 'waiting' : 'cancelled';
      return `${idOf(name)} ${state} ${one.sats}`;
    }),
    arrivals: list(arrivals, (one, name) => `${idOf(name)} ${one.state}`),
    payouts: list(shown(model.payouts), (one, name) => `${idOf(name)} ${one.state} ${one.sats}`),
    changes: changes
      .map(([name, one]) => {
        const isWhole = !one.needsPlain || one.hasPlain;
        const what = isWhole ? 'whole' : 'in part';
        return `${idOf(changeName(name))} ${stateOf(model, one)} ${what}`;
      })
      .toSorted(),
    told: model.told
      .filter(({ who }) => !unheard.has(who))
      .map(({ who, kind, about }) => `${who} ${kind} ${idOf(about)}`)
      .toSorted(),
  };
}

function childOf(model: Model, no: ChildNo, now: number): string {
  const [savings, spending] = ACCOUNTS.map((account): Sums => {
    const sum = model.balances[account][no];
    return [sum, sum - heldOf(model, no, account)];
  }) as [Sums, Sums];
  const weekly = allowanceOn(model, no, dayIn(model.zone, now));
  return wordsOf({ savings, spending, lines: model.lines[no], paid: paidOf(model, no), weekly });
}

const paidOf = ({ entries, paidLines }: Model, no: ChildNo): number =>
  paidLines[no] +
  [...entries.values()].filter(({ paidBy, moves }) => paidBy && moves[0]?.child === no).length;

function settingsOf(model: Model, no: ChildNo, ids: World['ids'], now: number): string {
  const { plan, address: agreed } = planOf(model, no);
  const nameOf = (which: number) => (which === 0 ? null : ids.addressOf(no, which));
  const payer = payerOf(model) !== undefined ? 'server' : 'none';
  const address = nameOf(addressOf(model, no));
  return [plan, address, nameOf(agreed), payer, leftToday(model, no, now)].join(' ');
}

function ceilingOf({ settings, raised }: Model, now: number): string {
  const amount = BigInt(settings.get('ceiling') ?? 0);
  const lower = raised.filter(({ sats: one, until }) => until > now && one < amount);
  const counts = lower.reduce((least, { sats: one }) => (one < least ? one : least), amount);
  const ends = lower.map(({ until }) => until);
  const from = ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString();
  return `ceiling ${amount}, ${counts} until ${from}`;
}
