/** The payout API. The server pays in `watch.ts`, a browser through `handing.ts`. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { planInForce } from '#core/pay-days.ts';
import { findChild } from '#features/people/children/store.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { requireChild } from '../connections/addresses.ts';
import { jsonSats } from '../connections/json-sats.ts';
import { feeLimitOf } from '../paying/rules.ts';
import type { PayoutList, Plan, payouts } from './contract.ts';
import { payoutHandingHandlers } from './handing.ts';
import { keepInSavings, settleByWord } from './outcomes.ts';
import { isOwnAddress, payerOf } from './paying.ts';
import { agree, assertSeen, requirePayout, shownTo } from './reading.ts';
import { findPlan, type PlanRow, receiverOf, savePlan, shownPayouts } from './store.ts';

export const payoutHandlers = (services: Services): Handlers<typeof payouts> => ({
  ...payoutHandingHandlers(services),

  list: async ({ childId }, context) => {
    const { tx, actor, now } = context;
    const own = actor.childId;
    if (own !== null && childId !== undefined && childId !== own)
      throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
    if (childId !== undefined)
      await requireChild({ tx, familyId: actor.familyId, now }, childId, 'childId');
    return listFor(context, own ?? childId);
  },

  plan: ({ id }, context) => describePlan(context, id, services.publicUrl),

  setPlan: async ({ id, plan, seenAddress }, context) => {
    const { tx, actor, now } = context;
    const { familyId, userId: by } = actor;
    await requireChild({ tx, familyId, now }, id);
    let row: PlanRow | null = plan === 'vault' ? { plan, address: null } : null;
    if (plan === 'lightning') {
      const address = await receiverOf(tx, familyId, id);
      if (address === null) throw new Refusal('CONFLICT', because('PAYOUT_NO_ADDRESS'));
      assertSeen(address, seenAddress, 'seenAddress');
      row = { plan, address };
    }
    await savePlan(tx, familyId, id, row, { by, now });
    return describePlan(context, id, services.publicUrl);
  },

  pay: async ({ payouts: wanted }, context) => {
    for (const read of wanted) await agree(context, read);
    return listFor(context, undefined);
  },

  settle: async ({ id, how, txid }, context) => {
    const { tx, actor, now } = context;
    const { familyId, userId: by } = actor;
    if (!/^([0-9a-f]{64})?$/.test(txid))
      throw new Refusal('VALIDATION_ERROR', because('TXID_EXPECTED'), 'txid');
    const row = await requirePayout(context, id);
    const word = { by, now, txid: txid === '' ? null : txid };
    if (how === 'paid') await settleByWord(tx, familyId, row, word);
    else if (txid !== '')
      throw new Refusal('VALIDATION_ERROR', because('PAYOUT_TXID_KEPT'), 'txid');
    else await keepInSavings(tx, familyId, row, { by, now });
    return shownTo(actor.childId, await requirePayout(context, id));
  },
});

async function listFor(
  { tx, actor, now }: FamilyContext,
  childId: string | undefined,
): Promise<PayoutList> {
  const rows = await shownPayouts(tx, actor.familyId, now, childId);
  return {
    payer: await payerOf(tx, actor.familyId),
    payouts: rows.map((row) => shownTo(actor.childId, row)),
  };
}

async function describePlan(
  context: FamilyContext,
  childId: string,
  publicUrl: string,
): Promise<Plan> {
  const { tx, actor, now, calendar } = context;
  const { familyId } = actor;
  const child = await findChild(tx, familyId, childId, now);
  if (!child) throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'id');
  const { today } = await calendar();
  const weeklySats = planInForce(child.plans, today)?.amountSats ?? 0n;
  const row = await findPlan(tx, familyId, childId);
  const address = await receiverOf(tx, familyId, childId);
  return {
    plan: row?.plan ?? 'book',
    weekly: jsonSats(weeklySats),
    feeLimit: jsonSats(feeLimitOf(weeklySats)),
    address,
    agreedAddress: row?.address ?? null,
    leadsHome: address !== null && (await isOwnAddress(tx, familyId, address, publicUrl)),
    payer: await payerOf(tx, familyId),
  };
}
