/** How every family begins (world.ts), and its model. */
import type { Call } from './act.ts';
import { dayIn, firstOn } from './calendar.ts';
import type { Account, ChildNo, Model } from './model-types.ts';

export const CHILDREN: readonly ChildNo[] = [0, 1];
export const ACCOUNTS: readonly Account[] = ['savings', 'spending'];

/** In place of a child's address: its own wallet on the Hub, which no relay reaches. */
export const ON_HUB = 9;

/** A paying wallet, a watched one that gets a child's pay days, or none yet. */
export const BEGINNINGS = ['paying', 'paying', 'paying', 'watching', 'bare'] as const;
export type Beginning = (typeof BEGINNINGS)[number];

/**
 * Time zone and time of the children's birth, their pay day's weekday (0: Sunday), and the calls
 * that the family makes.
 */
export type Birth = {
  zone: string;
  born: number;
  weekday: number;
  begins: Beginning;
  calls: readonly Call[];
};

const WALLETS: Partial<Record<Beginning, object>> = {
  paying: { pays: 'first' },
  watching: { watched: 'first', hasKey: true, isKnown: true },
};

const firstSettings = (begins: Beginning) =>
  new Map<string, string>([
    ['ceiling', '10000000'],
    ['plan of 0', 'lightning to 1'],
    ...(begins === 'watching' ? [['plan of 1', 'vault'] as const] : []),
    ...(['parents', 0, 1] as const).map((who) => [`address of ${who}`, '1'] as const),
    ...(begins === 'bare' ? [] : [['wallet', JSON.stringify(WALLETS[begins])] as const]),
  ]);

/** Weekly allowances at first. */
export const WEEKLY: readonly [bigint, bigint] = [2_000n, 3_500n];

const DAY_MS = 86_400_000;
const NEVER = Number.NEGATIVE_INFINITY;
const noMaps = () => ({ requests: new Map(), entries: new Map(), goals: new Map() });

export const newModel = ({ zone, born, weekday, begins }: Birth): Model => ({
  ...{ zone, born, isAutomatic: false, firstPayDay: firstOn(weekday, dayIn(zone, born)) },
  ...{ balances: { savings: [0n, 0n], spending: [0n, 0n] }, lines: [0, 0], paidLines: [0, 0] },
  ...{ ...noMaps(), gifts: new Map(), shares: new Map(), payments: new Map(), sends: new Map() },
  ...{ payouts: new Map(), settings: firstSettings(begins), changes: new Map() },
  allowances: [[{ from: NEVER, sats: WEEKLY[0] }], [{ from: NEVER, sats: WEEKLY[1] }]],
  ...{ paidUpTo: [NEVER, NEVER], away: new Map(), isEnding: false, leftUntil: 0 },
  ...{ closed: [undefined, undefined], erased: [false, false], told: [], unheard: new Set() },
  ...{ arrivals: new Map(), imports: new Map(), rows: new Map(), opening: [0n, 0n] },
  ...{ correctedAt: [undefined, undefined], version: 0, inviters: ['parent', 'parent'] },
  raised: [{ sats: 20_000n, until: born - DAY_MS }],
});
