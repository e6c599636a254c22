/** A parent's yes that makes the wallet pay a savings transfer to the parents' own address. */
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { alreadyAnswered } from '#features/approvals/decisions.ts';
import { findRequest, type RequestRow } from '#features/approvals/store.ts';
import type { FamilyContext, Handlers, Services } from '#server/http/mount.ts';
import { talkedBy } from '#server/http/talking.ts';
import { MOST_SATS } from '../contract.ts';
import { jsonSats } from '../json-sats.ts';
import { SILENCE } from '../paying/news.ts';
import { feeLimitOf } from '../paying/rules.ts';
import { settlePayment } from '../paying/settling.ts';
import { findPayment } from '../paying/store.ts';
import type { OwedBecause } from '../payouts/contract.ts';
import { payerOf } from '../payouts/paying.ts';
import { readPreferences } from '../store.ts';
import type { TransferOffer, transferPayments } from './contract.ts';
import { type Asked, payTransfer, type Told } from './paying.ts';

export const transferPaymentHandlers = (services: Services): Handlers<typeof transferPayments> => ({
  get: async ({ id }, context) => offerOf(context, await requireTransfer(context, id)),

  pay: talkedBy({
    prepare: async ({ id, seenAmount, seenFeeLimit, seenReceiver }, context): Promise<Asked> => {
      const request = await requireTransfer(context, id);
      const { receiver, obstacle } = await offerOf(context, request);
      if (request.state !== 'pending') throw alreadyAnswered(request.decidedByName, request.state);
      if (request.paying) throw new Refusal('CONFLICT', because('PAYMENT_CHECKING'));
      if (receiver === null || obstacle) throw new Refusal('CONFLICT', because('NO_LIGHTNING'));
      if (receiver !== seenReceiver)
        throw new Refusal('CONFLICT', because('PAYOUT_OTHER_ADDRESS'), 'seenReceiver');
      if (request.amountSats !== seenAmount || feeLimitOf(seenAmount) !== seenFeeLimit)
        throw new Refusal('CONFLICT', because('PAYMENT_OTHER_AMOUNT'), 'seenAmount');
      const { familyId, userId: by } = context.actor;
      return { familyId, requestId: id, address: receiver, amount: String(seenAmount), by };
    },
    talk: (asked: Asked) => payTransfer(services, asked),
    settle: (_, context, { told }) => settle(services, context, told),
  }),
});

async function settle(
  { jobs, publicUrl }: Services,
  { tx, actor, now }: FamilyContext,
  told?: Told,
) {
  // Nobody has heard anything yet: the watcher goes on.
  if (!told) return { success: false, state: 'checking', failure: null, paymentId: null } as const;
  if ('failure' in told) return failed(told.failure, null);
  const { familyId } = actor;
  const { paymentId, news } = told;
  const settling = { jobs, publicUrl, clock: () => now };
  await settlePayment(settling, tx, familyId, paymentId, news ?? SILENCE);
  const row = await findPayment(tx, familyId, paymentId);
  if (row?.state === 'paid')
    return { success: true, state: 'paid', failure: null, paymentId } as const;
  if (row?.state === 'checking')
    return { success: false, state: 'checking', failure: null, paymentId } as const;
  return failed(row?.failure ?? 'unclear', paymentId);
}

const failed = (failure: OwedBecause, paymentId: string | null) =>
  ({ success: false, state: 'failed', failure, paymentId }) as const;

async function requireTransfer({ tx, actor }: FamilyContext, id: string): Promise<RequestRow> {
  const row = await findRequest(tx, actor.familyId, id);
  if (row?.kind !== 'savings_transfer') throw new Refusal('NOT_FOUND', because('NO_REQUEST'));
  return row;
}

async function offerOf(
  { tx, actor: { familyId } }: FamilyContext,
  { amountSats, paying }: RequestRow,
): Promise<TransferOffer> {
  const sats = amountSats ?? 0n;
  const { parentAddress: receiver } = await readPreferences(tx, familyId);
  const payer = await payerOf(tx, familyId);
  const inTheWay = (): OwedBecause | null => {
    if (payer !== 'server') return payer === 'unlock' ? 'locked' : 'no-wallet';
    if (sats > MOST_SATS) return 'too-large';
    return receiver === null ? 'no-address' : null;
  };
  return {
    ...{ amount: jsonSats(sats), feeLimit: jsonSats(feeLimitOf(sats)), receiver },
    ...{ obstacle: inTheWay(), isChecking: paying },
  };
}
