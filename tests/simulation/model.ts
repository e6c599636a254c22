/**
 * What a family's book must be after a series of acts, said once more and by nothing of the
 * product: sums, who may, and what stands in the way.
 */
import {
  type Account,
  book,
  CHILDREN,
  type ChildNo,
  type Model,
  type Move,
  type Outcome,
  onSavings,
  type Person,
} from './model-book.ts';
import { changeGoal, endShare, payAll, takeBack } from './model-goals.ts';
import { approve, decline, type Mood, pay } from './model-payments.ts';
import { answer, answerAll, ask, end } from './model-requests.ts';

export type Act = { by: Person } & (
  | { call: 'enter'; child: ChildNo; type: EnteredType; sats: bigint }
  | { call: 'several'; sats: readonly [bigint, bigint] }
  | { call: 'ask'; child: ChildNo; sats: bigint }
  | { call: 'answer'; request: string; yes: boolean; sats: bigint | undefined }
  | { call: 'withdraw'; request: string }
  | { call: 'undo'; entry: string }
  | { call: 'setSavings' | 'setSpending'; child: ChildNo; sats: bigint }
  | { call: 'makeGoal'; sats: bigint }
  | { call: 'give'; goal: string; child: ChildNo | undefined; sats: bigint }
  | { call: 'buy'; goal: string }
  | { call: 'drop'; goal: string }
  | { call: 'takeBack'; gift: string }
  | { call: 'payday' }
  | { call: 'undoSeveral' | 'markSeveralPaid'; entries: readonly string[] }
  | { call: 'markPaid' | 'unmarkPaid'; entry: string }
  | { call: 'answerAll'; requests: readonly string[] }
  | { call: 'answerWithdrawal' | 'answerTransfer'; request: string; yes: boolean }
  | { call: 'share'; goal: string; child: ChildNo | undefined; tenths: number }
  | { call: 'endShare'; share: string }
  | { call: 'pay'; child: ChildNo; sats: bigint; mood: Mood }
  | { call: 'approvePayment'; payment: string; sats: bigint; mood: Mood }
  | { call: 'declinePayment'; payment: string }
);
export type Call = Act['call'];
export const ENTERED = ['bonus', 'chore_payment', 'earned', 'spending', 'savings_deposit'] as const;
export type EnteredType = (typeof ENTERED)[number];

const DAY_MS = 86_400_000;

const ADULTS: readonly Person[] = ['parent', 'spouse'];
const isAdult = (by: Person) => ADULTS.includes(by);
const noOf = (by: Person): ChildNo | undefined =>
  by === 'child0' ? 0 : by === 'child1' ? 1 : undefined;

/**
 * @param name of whatever the act makes
 * @param now the server's clock, in milliseconds
 * @returns the model after it, and how it ended; the given model stays as it is
 */
export function apply(model: Model, act: Act, name: string, now: number) {
  // Another family's parent may say yes to all: of what is not theirs, nothing is answered.
  if (act.call === 'answerAll' && act.by === 'stranger')
    return { next: model, outcome: 'done' as const };
  const next = structuredClone(model);
  const outcome = mayCall(model, act) ? change(next, act, name, now) : 'kept_out';
  return { next: outcome === 'done' ? next : model, outcome };
}

/** A child acts in its own book, by its own calls. */
function mayCall(model: Model, act: Act): boolean {
  if (isAdult(act.by)) return true;
  const own = noOf(act.by);
  if (own === undefined) return false;
  if (act.call === 'enter')
    return act.child === own && ['earned', 'spending', 'savings_deposit'].includes(act.type);
  if (act.call === 'ask' || act.call === 'pay') return act.child === own;
  if (act.call === 'declinePayment') return model.payments.get(act.payment)?.child === own;
  if (act.call === 'withdraw') return model.requests.get(act.request)?.child === own;
  return false;
}

function change(next: Model, act: Act, name: string, now: number): Outcome {
  switch (act.call) {
    case 'enter':
      return enter(next, act, name, now);
    case 'several':
      return book(
        next,
        CHILDREN.map((child) => onSavings(child, act.sats[child])),
      );
    case 'ask':
      return ask(next, { ...act, kind: 'withdrawal' }, name);
    case 'answer':
      return answer(next, act, now);
    case 'answerWithdrawal':
      return answer(next, { ...act, kind: 'withdrawal' }, now);
    case 'answerTransfer':
      return answer(next, { ...act, kind: 'savings_transfer' }, now);
    case 'answerAll':
      return answerAll(next, act.requests, now);
    case 'withdraw':
      return end(next, act.request, 'no');
    case 'setSavings':
      return set(next, act.child, 'savings', act.sats);
    case 'setSpending':
      return set(next, act.child, 'spending', act.sats);
    case 'payday':
      return payAll(next, now);
    case 'takeBack':
      return takeBack(next, act.gift, now);
    case 'endShare':
      return endShare(next, act.share);
    case 'pay':
      return pay(next, { ...act, isAsked: !isAdult(act.by) }, name, now);
    case 'approvePayment':
      return approve(next, act.payment, act.mood, now);
    case 'declinePayment':
      return decline(next, act.payment);
    case 'makeGoal':
    case 'give':
    case 'buy':
    case 'drop':
    case 'share':
      return changeGoal(next, act, name, now);
    default:
      return changeEntries(next, act, now);
  }
}

type EntryCall = 'undo' | 'undoSeveral' | 'markPaid' | 'unmarkPaid' | 'markSeveralPaid';

/** All of them or none: the caller drops a model that was refused. */
function changeEntries(next: Model, act: Act & { call: EntryCall }, now: number): Outcome {
  const entries = 'entries' in act ? act.entries : [act.entry];
  const one = (name: string) => {
    if (act.call === 'undo' || act.call === 'undoSeveral') return undo(next, name, now);
    return mark(next, name, act.call !== 'unmarkPaid');
  };
  return entries.map(one).find((outcome) => outcome !== 'done') ?? 'done';
}

function enter(next: Model, act: Act & { call: 'enter' }, name: string, now: number): Outcome {
  const { by, child, type, sats } = act;
  if (type === 'savings_deposit')
    return ask(next, { by, child, sats, kind: 'savings_transfer' }, name);
  if (type === 'earned' && !isAdult(by))
    return ask(next, { by, child, sats, kind: 'earned' }, name);
  const account = type === 'earned' || type === 'spending' ? 'spending' : 'savings';
  const moves: Move[] = [{ child, account, change: type === 'spending' ? -sats : sats }];
  return book(next, moves, { name, now });
}

/** Within a day, once, and only while what it gave is still there. */
function undo(next: Model, name: string, now: number): Outcome {
  const entry = next.entries.get(name);
  if (!entry || entry.isUndone || entry.isPaid || now >= entry.at + DAY_MS) return 'refused';
  entry.isUndone = true;
  return book(
    next,
    entry.moves.map((one) => ({ ...one, change: -one.change })),
  );
}

/** A parent's word, which may be given twice and taken back once. */
function mark(next: Model, name: string, isPaid: boolean): Outcome {
  const entry = next.entries.get(name);
  if (!entry || (isPaid ? entry.isUndone : !entry.isPaid)) return 'refused';
  entry.isPaid = isPaid;
  return 'done';
}

/** To what it is already: nothing is written. */
function set(next: Model, child: ChildNo, account: Account, sats: bigint): Outcome {
  const by = sats - next.balances[account][child];
  return by === 0n ? 'done' : book(next, [{ child, account, change: by }]);
}
