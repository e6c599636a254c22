/** Who may do what in the model. */
import type { Act } from './act.ts';
import { CHILDREN } from './model-book.ts';
import { isOpen } from './model-people.ts';
import type { ChildNo, Giver, Model, Move, Outcome, Person } from './model-types.ts';

export const isAdult = (by: Person): boolean => by === 'parent' || by === 'spouse';
const noOf = (by: Person): ChildNo | undefined =>
  by === 'child0' ? 0 : by === 'child1' ? 1 : undefined;

const PARENTS: ReadonlySet<string> = new Set(['removeSpouse', 'deleteFamily']);
const OWN: ReadonlySet<string> = new Set(['ask', 'pay', 'import', 'toSpending']);

/** @returns undefined if the act may be tried */
export function permit(model: Model, act: Act): Outcome | undefined {
  if (model.away.has(act.by) || !mayCall(model, act)) return 'kept_out';
  if (act.call === 'restoreBook') return undefined;
  return childrenOf(model, act).every((child) => isOpen(model, child)) ? undefined : 'gone';
}

const FOR_BOTH: ReadonlySet<string> = new Set(['several', 'saveAddresses', 'setUpAddresses']);

/** Whose open book it needs. */
function childrenOf(model: Model, act: Act): ChildNo[] {
  if (FOR_BOTH.has(act.call)) return [...CHILDREN];
  if ('child' in act) return act.child === undefined ? [] : [act.child];
  const about = (names: readonly string[], found: { get: (name: string) => Owned | undefined }) =>
    names.flatMap((name) => ownersOf(found.get(name)));
  if ('entry' in act) return about([act.entry], model.entries);
  if ('entries' in act) return about(act.entries, model.entries);
  if ('gift' in act) return about([act.gift], model.gifts);
  if (act.call === 'endShare') return about([act.share], model.shares);
  if ('payout' in act) return about([act.payout], model.payouts);
  if ('payouts' in act)
    return about(
      act.payouts.map(({ payout }) => payout),
      model.payouts,
    );
  if ('request' in act) return about([act.request], model.requests);
  if ('file' in act) return about([act.file], model.imports);
  if ('send' in act) return about([act.send], model.sends);
  return [];
}

type Owned = { child?: ChildNo; giver?: Giver; moves?: readonly Move[] };
const ownersOf = ({ child, giver, moves = [] }: Owned = {}): ChildNo[] =>
  [child, giver, ...moves.map((one) => one.child)].filter((one) => one === 0 || one === 1);

/** A child acts in its own book, by its own calls. */
function mayCall(model: Model, act: Act): boolean {
  if (isAdult(act.by)) return !PARENTS.has(act.call) || act.by === 'parent';
  const own = noOf(act.by);
  if (own === undefined) return false;
  if (act.call === 'enter')
    return act.child === own && ['earned', 'spending', 'savings_deposit'].includes(act.type);
  if (OWN.has(act.call)) return 'child' in act && act.child === own;
  if (act.call === 'declinePayment') return model.payments.get(act.payment)?.child === own;
  if (act.call === 'withdraw') return model.requests.get(act.request)?.child === own;
  return false;
}
