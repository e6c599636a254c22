/** Coverage of the books. Adults see all figures, a child one plain sentence. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc } from '#core/money.ts';
import { findChild } from '#features/people/children/store.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { coverage } from './contract.ts';
import { coverageState, shortBy } from './rules.ts';
import { pointsOf, promisedByChild, totalsOf } from './store.ts';

export const coverageHandlers = (): Handlers<typeof coverage> => ({
  get: async (_, { tx, actor: { familyId }, now }) => {
    const totals = await totalsOf(tx, familyId);
    const children = await promisedByChild(tx, familyId);
    const promisedSats = children.reduce((sum, one) => sum + one.savingsSats + one.goalsSats, 0n);
    const heldSats = totals?.heldSats ?? 0n;
    return {
      state: coverageState(totals, now),
      promised: formatBtc(promisedSats),
      held: formatBtc(heldSats),
      waiting: formatBtc(totals?.waitingSats ?? 0n),
      shortBy: formatBtc(shortBy({ promisedSats, heldSats })),
      checkedAt: totals?.checkedAt?.toISOString() ?? null,
      children: children.map(({ childId, childName, savingsSats, goalsSats, inVaultSats }) => ({
        ...{ childId, childName },
        savings: formatBtc(savingsSats),
        goals: formatBtc(goalsSats),
        inVault: formatBtc(inVaultSats),
      })),
      history: (await pointsOf(tx, familyId)).map((point) => ({
        at: point.at.toISOString(),
        promised: formatBtc(point.promisedSats),
        held: formatBtc(point.heldSats),
      })),
    };
  },

  ofChild: async ({ childId }, { tx, actor: { familyId }, now }) => {
    if (!(await findChild(tx, familyId, childId, now)))
      throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
    const totals = await totalsOf(tx, familyId);
    return coverageState(totals, now) === 'covered'
      ? { sentence: 'holds_enough', checkedAt: totals?.checkedAt?.toISOString() ?? null }
      : { sentence: 'parents_keep', checkedAt: null };
  },
});
