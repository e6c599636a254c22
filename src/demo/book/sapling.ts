/** A child's sapling in the demo: the real rule, from its lines in memory. */
import { addDays, type CivilDate } from '#core/calendar.ts';
import type { Sapling } from '#features/pocket/growth/sapling/contract.ts';
import { daysGrowth, stageOf } from '#features/pocket/growth/sapling/rules.ts';
import { balanceOf, type Family, goalAccount, type Kid, savingsOf } from './family.ts';

/** The demo's days are in UTC. */
export function saplingOf(family: Family, kid: Kid): Sapling {
  const own = family.goals.filter(({ ownerChildId }) => ownerChildId === kid.id);
  const accounts = [savingsOf(kid.id), ...own.map(({ id }) => goalAccount(id, kid.id))];
  const changes = new Map<CivilDate, bigint>();
  for (const { at, postings } of family.lines)
    for (const { accountId, amountSats } of postings)
      if (accounts.includes(accountId)) {
        const day = at.slice(0, 10);
        changes.set(day, (changes.get(day) ?? 0n) + amountSats);
      }
  const { today } = family;
  return stageOf(
    daysGrowth({
      from: [...changes.keys()].toSorted()[0] ?? today,
      to: addDays(today, -1),
      plans: kid.plans,
      keptSats: accounts.reduce((sum, one) => sum + balanceOf(family, one), 0n),
      changes,
      today,
    }),
  );
}
