/**
 * The model's book: what it consists of, and what may be taken from it. Nothing here comes from the
 * product.
 */
import type { Account, AskKind, ChildNo, Model, Move, Outcome, Person } from './model-types.ts';

export const CHILDREN: readonly ChildNo[] = [0, 1];
export const ACCOUNTS: readonly Account[] = ['savings', 'spending'];

/** As every family begins (world.ts). */
const FIRST_SETTINGS = [
  ...[['wallet', 'first|'] as const, ['ceiling', '10000000'] as const],
  ['plan of 0', 'lightning to 1'] as const,
  ...(['parents', 0, 1] as const).map((who) => [`address of ${who}`, '1'] as const),
];

/** Where and when the children came, and the day of the week on which they are paid; 0: Sunday. */
export type Birth = { zone: string; born: number; weekday: number };

const NEVER = Number.NEGATIVE_INFINITY;
const noMaps = () => ({ requests: new Map(), entries: new Map(), goals: new Map() });

export const newModel = ({ zone, born, weekday }: Birth): Model => ({
  ...{ zone, born, isAutomatic: false, firstPayDay: firstOn(weekday, dayIn(zone, born)) },
  ...{ balances: { savings: [0n, 0n], spending: [0n, 0n] }, lines: [0, 0], paidLines: [0, 0] },
  ...{ ...noMaps(), gifts: new Map(), shares: new Map(), payments: new Map(), sends: new Map() },
  ...{ payouts: new Map(), settings: new Map(FIRST_SETTINGS), changes: new Map() },
  ...{ paidUpTo: [NEVER, NEVER], away: new Map(), isEnding: false, leftUntil: 0 },
  ...{ closed: [undefined, undefined], erased: [false, false], told: [], unheard: new Set() },
  ...{ arrivals: new Map(), imports: new Map(), rows: new Map(), opening: [0n, 0n] },
  correctedAt: [undefined, undefined],
});

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** When a day of the allowances begins. */
const MORNING = 6;

/** The day on which it is this moment somewhere, as its midnight in London. */
export const dayIn = (timeZone: string, now: number): number =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone }).format(now));

/** The same, for what the server books by itself. */
export function payDayIn(timeZone: string, now: number): number {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(now);
  return dayIn(timeZone, now) - (Number(hour) < MORNING ? DAY_MS : 0);
}

const firstOn = (weekday: number, day: number): number =>
  new Date(day).getUTCDay() === weekday ? day : firstOn(weekday, day + DAY_MS);

/** What is due each week. */
export const WEEKLY: readonly [bigint, bigint] = [2_000n, 3_500n];

export const onSavings = (child: ChildNo, change: bigint): Move => ({
  child,
  account: 'savings',
  change,
});

/** Nothing may be taken that is not there, or that an open request holds. */
export function book(
  next: Model,
  moves: readonly Move[],
  made?: { name: string; now: number },
): Outcome {
  for (const { child, account, change: by } of moves) {
    next.balances[account][child] += by;
    if (by < 0n && next.balances[account][child] < heldOf(next, child, account)) return 'refused';
  }
  for (const child of new Set(moves.map((one) => one.child))) next.lines[child] += 1;
  if (made)
    next.entries.set(made.name, { at: made.now, isUndone: false, paidBy: undefined, moves });
  return 'done';
}

export const HELD_ON: Partial<Record<AskKind, Account>> = {
  withdrawal: 'savings',
  savings_transfer: 'spending',
};

/** What is held for the fee of a payment: 1 percent, and 10 sats at least. */
export const limitOf = (sats: bigint): bigint => (sats / 100n > 10n ? sats / 100n : 10n);

const UNPAID: ReadonlySet<string> = new Set(['due', 'checking', 'owed']);
const HOLDING: ReadonlySet<string> = new Set(['asked', 'open', 'refused']);

/** What open requests and payments hold. */
export function heldOf(model: Model, child: ChildNo, account: Account): bigint {
  const requests = [...model.requests.values()]
    .filter((one) => one.state === 'open' && one.child === child && HELD_ON[one.kind] === account)
    .map(({ sats }) => sats);
  const payments = [...model.payments.values()]
    .filter((one) => one.child === child && one.purpose === 'spend' && HOLDING.has(one.state))
    .map(({ sats }) => sats + limitOf(sats));
  const payouts = [...model.payouts.values()]
    .filter((one) => one.child === child && one.plan === 'lightning' && UNPAID.has(one.state))
    .map(({ sats }) => sats);
  const sends = [...model.sends.values()]
    .filter((one) => one.child === child && one.isOpen)
    .map(({ sats }) => sats);
  const held = [...requests, ...(account === 'spending' ? payments : [...payouts, ...sends])];
  return held.reduce((sum, sats) => sum + sats, 0n);
}

type About = { child?: ChildNo | undefined; about?: string; except?: Person };

/** Both adults or a child are told once, but for who did it. */
export function tell(
  next: Model,
  to: 'adults' | ChildNo,
  kind: string,
  { child, about = '', except }: About,
): void {
  const all = { adults: ['parent', 'spouse'], 0: ['child0'], 1: ['child1'] } as const;
  const who = all[to].filter((one: Person) => one !== except && !next.unheard.has(one));
  next.told = [...next.told, ...who.map((one) => ({ who: one, kind, child, about }))];
}
