/** Erases a child's Lightning data with its book; payments are erased with their table. */
import type { Eraser } from '#features/people/children/closing.ts';
import { eraseChild } from './connections/store.ts';
import { removeName } from './gifts/store.ts';
import { erasePayouts } from './payouts/store.ts';
import { removeSubWallet } from './sub-wallets/store.ts';

export const lightningEraser: Eraser = {
  erase: async ({ tx, familyId, childId }) => {
    await removeName(tx, familyId, childId);
    await erasePayouts(tx, familyId, childId);
    await removeSubWallet(tx, familyId, childId);
    await eraseChild(tx, familyId, childId);
  },
};
