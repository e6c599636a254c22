/** Copies and restores the daily limit: see features/book/changes. */
import { type Keeper, one } from '#features/book/changes/keeper.ts';
import { readCeiling, saveCeiling } from './store.ts';

export const ceilingKeeper: Keeper = {
  kind: 'ceiling',
  read: async ({ tx, familyId }) => {
    const sats = String((await readCeiling(tx, familyId)).ceilingSats);
    return one({ seen: sats, rows: sats });
  },
  // Every family has a limit, so there is always one to restore.
  write: ({ tx, familyId, now }, _, kept) =>
    saveCeiling(tx, familyId, BigInt(kept?.rows as string), now),
};
