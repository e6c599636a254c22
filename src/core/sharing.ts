/** Distributes new allowances to goals by their active percentages. Pure. */
import type { Posting } from './ledger.ts';
import type { Sats } from './money.ts';
import { apportionSats } from './shares.ts';
import { WHOLE_TENTHS } from './tenths.ts';

/**
 * Divides an amount by percentages, by the largest remainder; with the unshared rest, the parts add
 * up to the amount. In a tie the rest comes first. The sum is at most 100 percent.
 */
export function splitOff(sats: Sats, tenths: readonly number[]): Sats[] {
  const rest = WHOLE_TENTHS - tenths.reduce((sum, one) => sum + one, 0);
  if (rest < 0) throw new RangeError(`percentages above 100: ${tenths.join(', ')}`);
  return apportionSats(sats, [BigInt(rest), ...tenths.map(BigInt)]).slice(1);
}

/** An allocation that takes a share of every new allowance. */
export type Running = {
  readonly allocationId: string;
  readonly familyId: string;
  readonly goalId: string;
  readonly accountId: string;
  /** null: the parents add this percentage of every child's allowance. */
  readonly childId: string | null;
  readonly tenths: number;
};

export type DueAllowance = {
  readonly key: string;
  readonly familyId: string;
  readonly childId: string;
  readonly amountSats: Sats;
};

export type Share = Running & { readonly amountSats: Sats };

/** `fromChild` is taken from the allowance, `fromParents` comes on top. */
export type Shared = { readonly fromChild: Share[]; readonly fromParents: Share[] };

/**
 * The shares of each allowance by goal, in the order of the allowances; a goal gets no more than it
 * has room for, and the excess stays where it was.
 */
export function shareOut(
  due: readonly DueAllowance[],
  running: readonly Running[],
  rooms: ReadonlyMap<string, Sats>,
): Map<string, Shared> {
  const left = new Map(rooms);
  const byGiver = Map.groupBy(running, giver);
  const give = (sats: Sats, from: readonly Running[]): Share[] => {
    const wanted = splitOff(
      sats,
      from.map(({ tenths }) => tenths),
    );
    return from.flatMap((one, i) => {
      const room = left.get(one.goalId) ?? 0n;
      const want = wanted[i] ?? 0n;
      const amountSats = want < room ? want : room;
      if (amountSats <= 0n) return [];
      left.set(one.goalId, room - amountSats);
      return [{ ...one, amountSats }];
    });
  };
  return new Map(
    due.map(({ key, familyId, childId, amountSats }) => [
      key,
      {
        fromChild: give(amountSats, byGiver.get(`${familyId} ${childId}`) ?? []),
        fromParents: give(amountSats, byGiver.get(`${familyId} parents`) ?? []),
      },
    ]),
  );
}

const giver = ({ familyId, childId }: Running) => `${familyId} ${childId ?? 'parents'}`;

/** The postings of an allowance with its shares; each account appears once. */
export function sharedPostings(
  { outside, savings }: { outside: string; savings: string },
  amountSats: Sats,
  { fromChild, fromParents }: Shared,
): Posting[] {
  const sum = (shares: readonly Share[]) => shares.reduce((all, one) => all + one.amountSats, 0n);
  const goals = new Map<string, Posting>();
  for (const { accountId, goalId, amountSats: sats } of [...fromChild, ...fromParents])
    goals.set(accountId, {
      accountId,
      goalId,
      amountSats: (goals.get(accountId)?.amountSats ?? 0n) + sats,
    });
  return [
    { accountId: outside, amountSats: -(amountSats + sum(fromParents)) },
    { accountId: savings, amountSats: amountSats - sum(fromChild) },
    ...goals.values(),
  ].filter((posting) => posting.amountSats !== 0n);
}
