/** The ceiling through the API. */
import type { FamilyContext, Handlers } from '#server/http/mount.ts';
import type { ceiling } from './contract.ts';
import { readCeiling, saveCeiling } from './store.ts';

export const ceilingHandlers = (): Handlers<typeof ceiling> => ({
  get: async (_, context) => shown(context),

  save: async ({ limit }, context) => {
    await saveCeiling(context.tx, context.actor.familyId, limit);
    return shown(context);
  },
});

const shown = async ({ tx, actor }: FamilyContext) => ({
  amount: Number(await readCeiling(tx, actor.familyId)),
});
