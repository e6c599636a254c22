/**
 * The demo's sample data, in the specified formats. All of it is made up. All days are counted back
 * from the recorded one.
 */
import { addDays, type CivilDate, type Weekday, weekdayOf } from '#core/calendar.ts';
import type { GoalDrawing } from '#core/goal-drawings.ts';
import { formatBtc, type Sats } from '#core/money.ts';
import type { Category } from '#features/pocket/goals/contract.ts';

const demoId = (count: number) => `sample ${count}`;

export interface DemoTransaction {
  id: string;
  childId: string;
  /** `savings` is given by a parent, `savings_transfer` moves spending money into savings. */
  type: 'allowance' | 'spending' | 'savings' | 'savings_transfer';
  /** BTC; with a minus sign if it went out. */
  amount: string;
  description: string;
  createdAt: string;
  childName: string;
}

export interface DemoWithdrawal {
  id: string;
  childId: string;
  amount: string;
  reason: string;
  status: 'pending' | 'approved';
  createdAt: string;
  childName: string;
}

export interface DemoAllocation {
  id: string;
  goalId: string;
  goalName: string;
  /** null: the parents. */
  childId: string | null;
  percentage: number;
  userType: 'parent' | 'child';
  allocationType: 'new_contributions' | 'entire_savings';
  approved: boolean;
}

export interface DemoChild {
  id: string;
  name: string;
  gender: 'boy' | 'girl';
  age: number;
  weeklySats: Sats;
  payday: Weekday;
}

export interface DemoGoal {
  id: string;
  ownerChildId: string | null;
  title: string;
  description: string;
  category: Category;
  drawing: GoalDrawing;
  targetSats: Sats;
  /** The first contribution, from its owner or else the parents. */
  begunSats: Sats;
}

export interface Sample {
  begins: CivilDate;
  ends: CivilDate;
  children: DemoChild[];
  goals: DemoGoal[];
  transactions: DemoTransaction[];
  withdrawals: DemoWithdrawal[];
  allocations: DemoAllocation[];
}

/** Days of history. */
export const HISTORY_DAYS = 84;

const [MIA, LEO, IDA] = [demoId(0xa1), demoId(0xa2), demoId(0xa3)] as const;
const NAMES: Record<string, string> = { [MIA]: 'Mia', [LEO]: 'Leo', [IDA]: 'Ida' };
const GOAL = (place: number) => demoId(0xb0 + place);

type Written = [
  daysAgo: number,
  childId: string,
  type: DemoTransaction['type'],
  sats: Sats,
  description: string,
];

const WRITTEN: Written[] = [
  [84, MIA, 'allowance', 114_000n, 'Pocket money from the old paper book'],
  [84, LEO, 'allowance', 186_000n, 'Pocket money from the old paper book'],
  [84, IDA, 'allowance', 342_000n, 'Pocket money from the old paper book'],
  [80, MIA, 'spending', 4_500n, 'Raked the leaves'],
  [76, LEO, 'spending', 9_000n, 'Washed the car'],
  [70, IDA, 'spending', 28_000n, 'Looked after the neighbors’ cat'],
  [66, LEO, 'spending', -2_100n, 'Football cards'],
  [61, MIA, 'savings', 5_000n, 'Birthday money from Grandma'],
  [52, IDA, 'spending', -9_500n, 'Concert ticket'],
  [45, LEO, 'spending', 4_000n, 'Mowed the lawn'],
  [38, MIA, 'spending', -1_200n, 'Comic book'],
  [31, IDA, 'savings_transfer', 6_000n, 'Saved from cat money'],
  [24, LEO, 'savings', 3_000n, 'A good school report'],
  [17, MIA, 'spending', 3_000n, 'Fed the rabbits all week'],
  [10, IDA, 'spending', 7_500n, 'Tutored Leo in math'],
  [6, LEO, 'spending', -3_200n, 'Cinema with friends'],
  [3, MIA, 'spending', -900n, 'Stickers'],
  [1, IDA, 'spending', -2_400n, 'Lunch in town'],
  [0, MIA, 'savings_transfer', 2_000n, 'From the rabbit money'],
];

type Wished = [
  daysAgo: number,
  childId: string,
  sats: Sats,
  reason: string,
  status: DemoWithdrawal['status'],
];

const WISHED: Wished[] = [
  [9, IDA, 12_000n, 'New guitar strings', 'approved'],
  [1, LEO, 5_000n, 'Football boots', 'pending'],
];

const GOALS: Omit<DemoGoal, 'id'>[] = [
  {
    ownerChildId: null,
    title: 'A week by the sea',
    description: 'The train and a small house near the beach, all five of us',
    category: 'vacation',
    drawing: 'trip',
    targetSats: 300_000n,
    begunSats: 120_000n,
  },
  {
    ownerChildId: MIA,
    title: 'A red bike',
    description: 'The 20 inch one with a bell',
    category: 'bike',
    drawing: 'bike',
    targetSats: 60_000n,
    begunSats: 39_500n,
  },
  {
    ownerChildId: null,
    title: 'A telescope',
    description: 'To see the rings of Saturn from the balcony',
    category: 'education',
    drawing: 'telescope',
    targetSats: 120_000n,
    begunSats: 30_000n,
  },
  {
    ownerChildId: null,
    title: 'A goal for the garden',
    description: 'With a net, so that the ball stays on our side of the hedge',
    category: 'sports',
    drawing: 'ball',
    targetSats: 40_000n,
    begunSats: 36_400n,
  },
  {
    ownerChildId: null,
    title: 'A tree house',
    description: 'Wood, screws and a rope ladder',
    category: 'home',
    drawing: 'house',
    targetSats: 500_000n,
    begunSats: 90_000n,
  },
  {
    ownerChildId: IDA,
    title: 'A loop pedal',
    description: 'To play a duet with herself',
    category: 'electronics',
    drawing: 'guitar',
    targetSats: 90_000n,
    begunSats: 20_000n,
  },
];

type Given = [goal: number, childId: string | null, percentage: number, approved: boolean];

const GIVEN: Given[] = [
  [0, LEO, 15, true],
  [0, IDA, 20, true],
  [0, null, 10, true],
  [1, MIA, 25, true],
  [2, LEO, 10, true],
  [3, LEO, 5, true],
  [4, null, 5, true],
  [5, IDA, 15, true],
  [2, IDA, 10, false],
];

export function sampleData(today: CivilDate): Sample {
  const dayOf = (daysAgo: number) => `${addDays(today, -daysAgo)}T12:00:00.000Z`;
  return {
    begins: addDays(today, -HISTORY_DAYS),
    ends: today,
    children: childrenFrom(weekdayOf(today)),
    goals: GOALS.map((goal, place) => ({ ...goal, id: GOAL(place) })),
    transactions: WRITTEN.map(([daysAgo, childId, type, sats, description], place) => ({
      id: demoId(0x100 + place),
      childId,
      type,
      amount: formatBtc(sats),
      description,
      createdAt: dayOf(daysAgo),
      childName: NAMES[childId] as string,
    })),
    withdrawals: WISHED.map(([daysAgo, childId, sats, reason, status], place) => ({
      id: demoId(0x200 + place),
      childId,
      amount: formatBtc(sats),
      reason,
      status,
      createdAt: dayOf(daysAgo),
      childName: NAMES[childId] as string,
    })),
    allocations: GIVEN.map(([goal, childId, percentage, approved], place) => ({
      id: demoId(0x300 + place),
      goalId: GOAL(goal),
      goalName: GOALS[goal]?.title as string,
      childId,
      percentage,
      userType: childId === null ? 'parent' : 'child',
      allocationType: 'new_contributions',
      approved,
    })),
  };
}

/** Mia's pay day is the recorded day; the others' come later in the week. */
const childrenFrom = (today: Weekday): DemoChild[] => [
  { id: MIA, name: 'Mia', gender: 'girl', age: 9, weeklySats: 2_000n, payday: today },
  { id: LEO, name: 'Leo', gender: 'boy', age: 12, weeklySats: 4_000n, payday: later(today, 2) },
  { id: IDA, name: 'Ida', gender: 'girl', age: 16, weeklySats: 7_500n, payday: later(today, 5) },
];

const later = (day: Weekday, days: number) => ((day + days) % 7) as Weekday;
