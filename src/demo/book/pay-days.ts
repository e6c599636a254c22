/** What time brings to the demo's family: pay days with their shares, and requests that lapse. */
import { addDays, type CivilDate } from '#core/calendar.ts';
import { transfer } from '#core/ledger.ts';
import type { Sats } from '#core/money.ts';
import { dueOccurrences, type Occurrence, weekAfter } from '#core/pay-days.ts';
import { type Running, sharedPostings, shareOut } from '#core/sharing.ts';
import { lapsedBefore } from '#features/book/approvals/rules.ts';
import { roomOf } from '#features/pocket/goals/rules.ts';
import {
  accountsOf,
  amountsOf,
  type Family,
  goalAccount,
  type Kid,
  newId,
  newMoment,
  post,
} from './family.ts';

export interface Booked {
  id: string;
  kid: Kid;
  amountSats: Sats;
  dueDate: CivilDate;
}

type Booking = { id: string; kid: Kid; occurrence: Occurrence };

/** Settles every week that is due, of one child or of all; with `skip` nothing is booked. */
export function settle(family: Family, { childId = '', skip = false } = {}): Booked[] {
  const kids = family.kids.filter(({ id }) => childId === '' || id === childId);
  const due = kids.flatMap((kid) => {
    const occurrences = dueOccurrences({ ...kid, today: family.today });
    const last = occurrences.at(-1);
    if (last) kid.nextWeek = weekAfter(last.weekStart);
    return occurrences.filter(({ skipped }) => !skipped && !skip).map((one) => ({ kid, one }));
  });
  const bookings = due
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1))
    .map(({ kid, one }): Booking => ({ id: newId(family), kid, occurrence: one }));
  book(family, bookings);
  return bookings.map(({ id, kid, occurrence: { amountSats, dueDate } }) => ({
    id,
    kid,
    amountSats,
    dueDate,
  }));
}

const orderOf = ({ kid, one }: { kid: Kid; one: Occurrence }) => `${one.dueDate} ${kid.id}`;

/** As on the server, goals fill up in the order of the bookings. */
function book(family: Family, bookings: readonly Booking[]): void {
  const due = bookings.map(({ id, kid, occurrence }) => ({
    key: id,
    familyId: 'demo',
    childId: kid.id,
    amountSats: occurrence.amountSats,
  }));
  const shares = shareOut(due, runningOf(family), roomsOf(family));
  for (const { id, kid, occurrence } of bookings) {
    const { amountSats } = occurrence;
    const shared = shares.get(id);
    const accounts = accountsOf(kid.id);
    const postings = shared
      ? sharedPostings(accounts, amountSats, shared)
      : transfer(accounts.outside, accounts.savings, amountSats);
    post(family, { id, type: 'allowance', childId: kid.id, amountSats, postings });
    for (const share of [...(shared?.fromChild ?? []), ...(shared?.fromParents ?? [])]) {
      const giving = family.givings.find((one) => one.id === share.allocationId);
      if (giving) giving.contributedSats += share.amountSats;
    }
  }
}

const roomsOf = (family: Family): Map<string, Sats> =>
  new Map(family.goals.map((goal) => [goal.id, roomOf(amountsOf(family, goal))]));

const runningOf = (family: Family): Running[] =>
  family.givings
    .filter(({ status, applyTo }) => status === 'active' && applyTo === 'new_contributions')
    .map(({ id, goalId, childId, tenths }) => ({
      allocationId: id,
      familyId: 'demo',
      goalId,
      childId,
      tenths,
      accountId: goalAccount(goalId, childId),
    }));

/** What happened on the days that passed. */
export interface Passed {
  days: number;
  payDays: number;
  goalsReached: string[];
  /** Requests that have lapsed without an answer. */
  lapsed: number;
}

/** Day by day, each pay day booked on its day; today's first, unless the button was pressed. */
export function passDays(family: Family, days: number): Passed {
  const open = openGoals(family);
  let payDays = settle(family).length;
  let lapsed = 0;
  for (let day = 0; day < days; day++) {
    family.today = addDays(family.today, 1);
    payDays += settle(family).length;
    lapsed += lapse(family);
  }
  const still = openGoals(family).map(({ id }) => id);
  const goalsReached = open.filter(({ id }) => !still.includes(id)).map(({ title }) => title);
  return { days, payDays, goalsReached, lapsed };
}

const openGoals = (family: Family) =>
  family.goals.filter((goal) => roomOf(amountsOf(family, goal)) > 0n);

/** Releases their money. */
function lapse(family: Family): number {
  const now = newMoment(family);
  const before = lapsedBefore(new Date(now)).toISOString();
  const requests = family.asked.filter((one) => one.state === 'pending' && one.createdAt < before);
  for (const one of requests) Object.assign(one, { state: 'lapsed', decidedAt: now });
  const givings = family.givings.filter(
    (one) => one.status === 'pending' && one.createdAt < before,
  );
  for (const one of givings) one.status = 'lapsed';
  return requests.length + givings.length;
}
