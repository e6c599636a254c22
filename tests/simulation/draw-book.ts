/** Draws acts in the book: lines, requests and goals. */
import type { Call } from './act.ts';
import { ENTERED } from './act.ts';
import {
  about,
  chance,
  type Drawing,
  type Draws,
  mostly,
  notStranger,
  oneOf,
  type Random,
  satsIn,
  someOf,
} from './chance.ts';
import { sumOf } from './model-goals.ts';
import type { Model, Person } from './model-types.ts';

type BookCall = Extract<
  Call,
  | ('enter' | 'several' | 'undo' | 'undoSeveral' | 'markPaid' | 'unmarkPaid' | 'markSeveralPaid')
  | (
      | 'setSavings'
      | 'setSpending'
      | 'toSpending'
      | 'payday'
      | 'undoImport'
      | 'setPayDays'
      | 'setAllowance'
    )
  | ('ask' | 'answer' | 'answerAll' | 'answerWithdrawal' | 'answerTransfer' | 'withdraw')
  | ('makeGoal' | 'give' | 'buy' | 'drop' | 'share' | 'endShare' | 'takeBack')
>;

/** In most, the clocks change in autumn 2026; some are a day ahead. */
export const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'America/Los_Angeles', 'Pacific/Auckland'],
  ...['Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'],
] as const;

const entry = ({ random, model }: Drawing) =>
  about(random, model.entries.keys(), (one) => ({ entry: one }));
const entries = ({ random, model }: Drawing) =>
  someOf(random, model.entries.keys(), (some) => ({ entries: some }));
const goal = ({ random, model }: Drawing) =>
  about(random, model.goals.keys(), (one) => ({ goal: one }));
const verdict = (drawing: Drawing) =>
  requestIn(drawing, (request) => ({ request, yes: chance(drawing.random, 0.7) }));

export const BOOK_DRAWS: Draws<BookCall> = {
  enter: ({ random, child, sats }) => ({
    child,
    sats,
    type: oneOf(random, [...ENTERED, 'savings_deposit'] as const),
  }),
  several: ({ random, sats }) => ({ sats: [sats, satsIn(random, 2_000)] }),
  ...{ undo: entry, markPaid: entry, unmarkPaid: entry },
  ...{ undoSeveral: entries, markSeveralPaid: entries },
  // Sometimes to less than is on hold.
  setSavings: ({ random, child, sats }) => ({ child, sats: chance(random, 0.3) ? 4n : sats }),
  setSpending: ({ random, child, sats }) => ({
    ...{ child, sats: chance(random, 0.3) ? 4n : sats * 2n },
  }),
  toSpending: ({ child, sats }) => ({ child, sats }),
  payday: ({ by }) => ({ by: notStranger(by) }),
  setAllowance: ({ model, child, sats }) => ({
    ...{ child, sats, weekday: new Date(model.firstPayDay).getUTCDay() },
  }),
  setPayDays: ({ random, by }) => ({
    ...{ by: notStranger(by), zone: oneOf(random, ZONES), isAutomatic: chance(random, 0.5) },
  }),
  undoImport: ({ random, model }) => about(random, model.imports.keys(), (file) => ({ file })),

  ask: ({ child, sats }) => ({ child, sats }),
  answer: (drawing) => {
    const drawn = verdict(drawing);
    const { random, model } = drawing;
    const asked = Number(model.requests.get(drawn?.request ?? '')?.sats ?? 1n);
    const isLess = drawn?.yes && chance(random, 0.4);
    return drawn && { ...drawn, sats: isLess ? satsIn(random, asked * 1.2) : undefined };
  },
  answerWithdrawal: verdict,
  answerTransfer: verdict,
  answerAll: ({ random, model }) =>
    someOf(random, withOneFile(model, random), (requests) => ({ requests })),
  withdraw: (drawing) => requestIn(drawing, (request) => ({ request })),

  // Everyone may make personal goals; family goals are up to the adults.
  makeGoal: ({ random, sats }) => ({ by: oneOf(random, ['parent', 'spouse']), sats }),
  give: ({ random, model, child, sats }) =>
    about(random, model.goals.keys(), (name) => ({
      ...{ goal: name, child: chance(random, 0.5) ? child : undefined },
      sats: part(model, name, random) ?? sats,
    })),
  buy: ({ random, model }) => {
    const full = [...model.goals].filter(([, one]) => sumOf(one) === one.target);
    const names = mostly(random, full, [...model.goals]).map(([name]) => name);
    return about(random, names, (one) => ({ goal: one }));
  },
  drop: goal,
  share: ({ random, model, by, child }) =>
    about(random, model.goals.keys(), (name) => ({
      ...{ by: adultFor(by), goal: name, child: chance(random, 0.6) ? child : undefined },
      tenths: oneOf(random, [1, 125, 333, 333, 500, 667, 1000]),
    })),
  endShare: ({ random, model, by }) =>
    about(random, model.shares.keys(), (share) => ({ by: adultFor(by), share })),
  takeBack: ({ random, model }) => about(random, model.gifts.keys(), (gift) => ({ gift })),
};

/** Mostly an open one. */
function requestIn<T>({ random, model }: Drawing, act: (name: string) => T): T | undefined {
  return about(random, mostlyOpen(model, random), act);
}

function mostlyOpen({ requests }: Model, random: Random): readonly string[] {
  const open = [...requests].filter(([, one]) => one.state === 'open').map(([name]) => name);
  return mostly(random, open, [...requests.keys()]);
}

/** The order in which files answered together are booked is undefined. */
function withOneFile(model: Model, random: Random): string[] {
  const names = mostlyOpen(model, random);
  const files = names.filter((name) => model.requests.get(name)?.file);
  return names.filter((name) => !files.slice(1).includes(name));
}

/** Mostly an amount that fits the goal, sometimes all of it. */
function part({ goals }: Model, name: string, random: Random): bigint | undefined {
  const found = goals.get(name);
  const room = found ? found.target - sumOf(found) : 0n;
  if (room === 0n || chance(random, 0.2)) return undefined;
  return chance(random, 0.4) ? room : satsIn(random, Number(room));
}

/** A child's own share is a request; so is ending one. */
const adultFor = (by: Person): Person => (by === 'child0' || by === 'child1' ? 'spouse' : by);
