/** Pay days that pay, through the API. Nothing is paid here: `watch.ts` pays what is due. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { planInForce } from '#core/pay-days.ts';
import { findChild } from '#features/children/store.ts';
import type { FamilyContext, Handlers, Services } from '#server/http/mount.ts';
import { requireChild } from '../addresses.ts';
import { jsonSats } from '../json-sats.ts';
import { feeLimitOf } from '../paying/rules.ts';
import type { Payout, PayoutList, Plan, payouts } from './contract.ts';
import { leadsHome, payerOf } from './paying.ts';
import { isPayable } from './rules.ts';
import { keepInSavings, settleByWord } from './settling.ts';
import {
  agreeTo,
  findPayout,
  findPlan,
  type PayoutRow,
  type PlanRow,
  receiverOf,
  savePlan,
  shownPayouts,
} from './store.ts';

export const payoutHandlers = ({ publicUrl }: Services): Handlers<typeof payouts> => ({
  list: async ({ childId }, context) => {
    const { tx, actor, now } = context;
    const own = actor.childId;
    if (own !== null && childId !== undefined && childId !== own)
      throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
    if (childId !== undefined)
      await requireChild({ tx, familyId: actor.familyId, now }, childId, 'childId');
    return listFor(context, own ?? childId);
  },

  plan: ({ id }, context) => describePlan(context, id, publicUrl),

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
    return describePlan(context, id, publicUrl);
  },

  pay: async ({ payouts: wanted }, context) => {
    const { tx, actor, now } = context;
    const { familyId, userId: by } = actor;
    for (const { id, seenAmount, seenFeeLimit, seenReceiver } of wanted) {
      const row = await requirePayable(context, id);
      if (row.plan === 'vault') throw new Refusal('CONFLICT', because('PAYOUT_VAULT'));
      if (row.amountSats !== seenAmount || feeLimitOf(row.amountSats) !== seenFeeLimit)
        throw new Refusal('CONFLICT', because('PAYMENT_OTHER_AMOUNT'), 'seenAmount');
      if (row.address === null) throw new Refusal('CONFLICT', because('PAYOUT_NO_ADDRESS'));
      assertSeen(row.address, seenReceiver, 'seenReceiver');
      await agreeTo(tx, familyId, id, { by, address: row.address, now });
    }
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

/** The yes counts for the address that was read. @throws Refusal CONFLICT */
function assertSeen(address: string, seen: string, field: string): void {
  if (address !== seen) throw new Refusal('CONFLICT', because('PAYOUT_OTHER_ADDRESS'), field);
}

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
    leadsHome: address !== null && (await leadsHome(tx, familyId, address, publicUrl)),
    payer: await payerOf(tx, familyId),
  };
}

async function requirePayout({ tx, actor }: FamilyContext, entryId: string): Promise<PayoutRow> {
  const row = await findPayout(tx, actor.familyId, entryId);
  if (row?.childName == null) throw new Refusal('NOT_FOUND', because('NO_PAYOUT'));
  return row;
}

async function requirePayable(context: FamilyContext, entryId: string): Promise<PayoutRow> {
  const row = await requirePayout(context, entryId);
  if (row.state === 'checking') throw new Refusal('CONFLICT', because('PAYMENT_CHECKING'));
  if (!isPayable(row.state)) throw new Refusal('CONFLICT', because('PAYOUT_OVER'));
  return row;
}

/** A child reads no addresses. */
const shownTo = (childId: string | null, row: PayoutRow): Payout => ({
  id: row.entryId,
  childId: row.childId,
  childName: row.childName ?? '',
  plan: row.plan,
  dueDate: row.dueDate,
  amount: jsonSats(row.amountSats),
  feeLimit: row.plan === 'vault' ? 0 : jsonSats(feeLimitOf(row.amountSats)),
  receiver: childId === null && row.plan === 'lightning' ? row.address : null,
  state: row.state,
  failure: row.failure,
  // That of a vault day is a transaction.
  paymentId: row.plan === 'vault' ? null : row.paymentId,
  paidEntryId: row.paidEntryId,
  proof: row.proof,
  txid: row.txid,
  settledBy: row.settledByName,
  since: row.createdAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});
