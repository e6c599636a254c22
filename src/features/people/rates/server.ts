/** The API for a family's currency. */
import { type Endpoint, nameOf } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { isUnlikely } from '#core/price.ts';
import { notify } from '#features/notices/messages/store.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { rates } from './contract.ts';
import { addRate, levelOf, readRate, readSource } from './store.ts';

export const rateHandlers = ({ jobs, prices }: Services): Handlers<typeof rates> => {
  const tell = async ({ tx, actor, now }: FamilyContext, call: Endpoint) => {
    const { familyId } = actor;
    const data = { call: nameOf(call), by: actor.firstName ?? actor.email };
    await notify(jobs, tx, [{ familyId, to: 'adults', kind: 'money_changed', data }], now);
  };
  return {
    get: async (_, { tx, actor, now }) => {
      const rate = await readRate(tx, actor.familyId, now);
      return rate && { ...rate, minorPerBtc: Number(rate.minorPerBtc), at: rate.at.toISOString() };
    },

    set: async ({ currency, minorPerBtc, isSure }, context) => {
      const { tx, actor, now } = context;
      const { familyId, userId: typedBy } = actor;
      const rate = { currency, minorPerBtc: BigInt(minorPerBtc) };
      const isFar = isUnlikely(rate, await readRate(tx, familyId, now));
      if (isFar && !isSure) throw new Refusal('CONFLICT', because('RATE_SURE'), 'price');
      await addRate(tx, { familyId, ...rate, typedBy, now });
      if (isFar) await tell(context, rates.set);
      return { success: true };
    },

    clear: async (_, { tx, actor, now }) => {
      const { familyId, userId: typedBy } = actor;
      await addRate(tx, { familyId, currency: null, minorPerBtc: null, typedBy, now });
      return { success: true };
    },

    source: async (_, { tx, actor }) => {
      const { minorPerBtc, at, ...said } = await readSource(tx, actor.familyId, prices?.name);
      return {
        ...{ name: prices?.name ?? null, ...said, at: at?.toISOString() ?? null },
        minorPerBtc: minorPerBtc === null ? null : Number(minorPerBtc),
      };
    },

    choose: async ({ currency }, { tx, actor, now }) => {
      if (!prices) throw new Refusal('CONFLICT', because('NO_PRICE_SOURCE'));
      const { familyId, userId: typedBy } = actor;
      const chosen = { currency, minorPerBtc: null, fromSource: true };
      await addRate(tx, { familyId, ...chosen, typedBy, now });
      return { success: true };
    },

    take: async ({ currency, minorPerBtc }, context) => {
      const { tx, actor, now } = context;
      const { familyId, userId: typedBy } = actor;
      const seen = { currency, minorPerBtc: BigInt(minorPerBtc) };
      const level = await levelOf(tx, familyId, seen, prices?.name);
      if (!level) throw new Refusal('CONFLICT', because('PRICE_GONE'));
      const isFar = isUnlikely({ ...seen, ...level }, await readRate(tx, familyId, now));
      await addRate(tx, { familyId, currency, ...level, fromSource: true, typedBy, now });
      if (isFar) await tell(context, rates.take);
      return { success: true };
    },
  };
};
