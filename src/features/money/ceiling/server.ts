/** The API for the daily limit. */
import type { Handlers } from '#server/http/mount.ts';
import type { ceiling } from './contract.ts';
import { type CeilingRow, countingCeiling } from './rules.ts';
import { readCeiling, saveCeiling } from './store.ts';

export const ceilingHandlers = (): Handlers<typeof ceiling> => ({
  get: async (_, { tx, actor, now }) => shown(await readCeiling(tx, actor.familyId), now),

  save: async ({ limit }, { tx, actor, now }) =>
    shown(await saveCeiling(tx, actor.familyId, limit, now), now),
});

function shown(row: CeilingRow, now: Date) {
  const { sats, from } = countingCeiling(row, now);
  return {
    amount: inJson(row.ceilingSats),
    counts: inJson(sats),
    from: from?.toISOString() ?? null,
  };
}

/** A ceiling never exceeds the bitcoin supply, which a number holds exactly. */
const inJson = (amount: bigint): number => Number(amount);
