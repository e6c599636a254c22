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
  if ('parts' in act) return act.parts.map(({ child }) => child);
  if ('entries' in act) return act.entries.flatMap((one) => ownersOf(model.entries.get(one)));
  if ('payouts' in act)
    return act.payouts.flatMap(({ payout }) => ownersOf(model.payouts.get(payout)));
  const named = (Object.keys(KEPT_IN) as (keyof typeof KEPT_IN)[]).filter((key) => key in act);
  const names = act as Partial<Record<string, string>>;
  return named.flatMap((key) => ownersOf(model[KEPT_IN[key]].get(names[key] ?? '')));
}

/** Where that is which an act names. */
const KEPT_IN = {
  ...({ entry: 'entries', gift: 'gifts', share: 'shares', payout: 'payouts' } as const),
  ...({ request: 'requests', file: 'imports', send: 'sends' } as const),
};

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
