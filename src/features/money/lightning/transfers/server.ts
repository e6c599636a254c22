/** Approves a savings transfer, which the wallet pays to the parents' own address. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { Invoice } from '#core/lightning/bolt11.ts';
import { alreadyAnswered } from '#features/book/approvals/decisions.ts';
import { stateAt } from '#features/book/approvals/rules.ts';
import { findRequest, type RequestRow } from '#features/book/approvals/store.ts';
import type { OwedBecause } from '#features/book/payments/contract.ts';
import type { Outgoing } from '#features/book/payments/row.ts';
import { isFresh } from '#server/http/actor.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { Mounted } from '#server/http/mounted.ts';
import { talkedBy } from '#server/http/talking.ts';
import { foreseeMoving } from '../ceiling/watch.ts';
import { MOST_SATS } from '../connections/contract.ts';
import { jsonSats } from '../connections/json-sats.ts';
import { readPreferences } from '../connections/store.ts';
import { requirePayer } from '../paying/handing.ts';
import { NO_ANSWER } from '../paying/outcome.ts';
import type { Purposes } from '../paying/purpose.ts';
import { recordOutcome } from '../paying/record.ts';
import { feeLimitOf } from '../paying/rules.ts';
import { findPayment, findPaymentOf } from '../paying/store.ts';
import { payerOf } from '../payouts/paying.ts';
import type { TransferOffer, transferPayments } from './contract.ts';
import { type Asked, askParents, begin, payTransfer, type TransferAttempt } from './paying.ts';

type Context = Services & { readonly purposes: Purposes };

export const transferPaymentHandlers = (
  services: Context & Pick<Mounted, 'money'>,
): Handlers<typeof transferPayments> => ({
  get: async ({ id }, context) => offerOf(context, await requireTransfer(context, id)),

  pay: talkedBy({
    prepare: async ({ id, seenAmount, seenFeeLimit, seenReceiver }, context): Promise<Asked> => {
      const request = await requireTransfer(context, id);
      const { receiver, obstacle } = await offerOf(context, request);
      const state = stateAt(request, context.now);
      if (state !== 'pending') throw alreadyAnswered(request.decidedByName, state);
      if (request.paying) throw new Refusal('CONFLICT', because('PAYMENT_CHECKING'));
      if (receiver === null || obstacle) throw new Refusal('CONFLICT', because('NO_LIGHTNING'));
      if (receiver !== seenReceiver)
        throw new Refusal('CONFLICT', because('PAYOUT_OTHER_ADDRESS'), 'seenReceiver');
      if (request.amountSats !== seenAmount || feeLimitOf(seenAmount) !== seenFeeLimit)
        throw new Refusal('CONFLICT', because('PAYMENT_OTHER_AMOUNT'), 'seenAmount');
      const { familyId, userId: by } = context.actor;
      const { isBrowser } = await requirePayer(context);
      const amount = String(seenAmount);
      const movedSats = seenAmount + seenFeeLimit;
      const isAbove = await foreseeMoving(context, movedSats);
      // A browser's payment is written in this call, which then notifies the adults.
      if (isAbove && !isBrowser)
        await services.money.tell(context.tx, context.actor, movedSats, context.now);
      const isConfirmed = isFresh(context.actor, context.now);
      return { familyId, requestId: id, address: receiver, amount, by, isConfirmed, isBrowser };
    },
    talk: (asked: Asked): Promise<TransferAttempt | Awaited<ReturnType<typeof askParents>>> =>
      asked.isBrowser ? askParents(services, asked) : payTransfer(services, asked),
    settle: async (_, context, { prepared, result }) => {
      if (result && 'invoice' in result) return handOver(context, prepared, result.invoice);
      // No payment was written.
      if (!result && prepared.isBrowser) throw new Refusal('CONFLICT', because('WALLET_NO_ANSWER'));
      return settle(services, context, result);
    },
  }),
});

/** Writes the payment; a parent's browser takes it like any other (`paying/handing.ts`). */
async function handOver(context: FamilyContext, asked: Asked, invoice: Invoice) {
  const { tx, now } = context;
  const { familyId, requestId } = asked;
  // The same approval may arrive twice.
  const before = await findPaymentOf(tx, familyId, requestId);
  if (before) return outcomeOf(before);
  const payer = await requirePayer(context);
  const isConfirmed = isFresh(context.actor, now);
  const paymentId = await begin(tx, { ...asked, isConfirmed }, { ...payer, invoice }, now);
  return paymentId === undefined ? failed('receiver-refused', null) : checking(paymentId);
}

async function settle(
  services: Context,
  { tx, actor, now }: FamilyContext,
  result?: TransferAttempt,
) {
  // No answer yet: the watcher continues.
  if (!result) return checking(null);
  if ('failure' in result) return failed(result.failure, null);
  const { familyId } = actor;
  const { paymentId, outcome } = result;
  const recorder = { ...services, clock: () => now };
  await recordOutcome(recorder, tx, familyId, paymentId, outcome ?? NO_ANSWER);
  const row = await findPayment(tx, familyId, paymentId);
  return row ? outcomeOf(row) : failed('unclear', paymentId);
}

function outcomeOf({ state, failure, paymentId }: Outgoing) {
  if (state === 'paid') return { success: true, state: 'paid', failure: null, paymentId } as const;
  return state === 'open' ? checking(paymentId) : failed(failure ?? 'unclear', paymentId);
}

const checking = (paymentId: string | null) =>
  ({ success: false, state: 'checking', failure: null, paymentId }) as const;

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
    if (payer === 'none') return 'no-wallet';
    if (sats > MOST_SATS) return 'too-large';
    return receiver === null ? 'no-address' : null;
  };
  return {
    ...{ amount: jsonSats(sats), feeLimit: jsonSats(feeLimitOf(sats)), receiver },
    ...{ payer, obstacle: inTheWay(), isChecking: paying },
  };
}
