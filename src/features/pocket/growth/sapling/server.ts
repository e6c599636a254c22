/** Saplings on the server: the drawing for the stored growth. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { saplings } from './contract.ts';
import { stageOf } from './rules.ts';
import { findSapling } from './store.ts';

export const saplingHandlers = (): Handlers<typeof saplings> => ({
  ofChild: async ({ id }, { tx, actor }) => {
    const grown = await findSapling(tx, actor.familyId, id);
    if (grown === undefined) throw new Refusal('NOT_FOUND', because('NO_CHILD'));
    return stageOf(grown);
  },
});
