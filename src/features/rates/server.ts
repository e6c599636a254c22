/** A family's own money through the API. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { isUnlikely } from '#core/price.ts';
import { notify } from '#features/messages/store.ts';
import type { Handlers, Services } from '#server/http/mount.ts';
import { rates } from './contract.ts';
import { addRate, readRate } from './store.ts';

export const rateHandlers = ({ jobs }: Services): Handlers<typeof rates> => ({
  get: async (_, { tx, actor }) => {
    const rate = await readRate(tx, actor.familyId);
    return rate && { ...rate, minorPerBtc: Number(rate.minorPerBtc), at: rate.at.toISOString() };
  },

  set: async ({ currency, minorPerBtc, isSure }, { tx, actor, now }) => {
    const { familyId, userId } = actor;
    const rate = { currency, minorPerBtc: BigInt(minorPerBtc) };
    const isFar = isUnlikely(rate, await readRate(tx, familyId));
    if (isFar && !isSure) throw new Refusal('CONFLICT', because('RATE_SURE'), 'price');
    await addRate(tx, { familyId, rate, typedBy: userId, now });
    if (isFar) {
      const { method, path } = rates.set;
      const data = { call: `${method} ${path}`, by: actor.firstName ?? actor.email };
      await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'money_changed', data }], now);
    }
    return { success: true };
  },

  clear: async (_, { tx, actor, now }) => {
    const { familyId, userId } = actor;
    await addRate(tx, { familyId, rate: null, typedBy: userId, now });
    return { success: true };
  },
});
