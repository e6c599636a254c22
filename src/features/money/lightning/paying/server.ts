/** The API for payments: lists, requests, answers and pays them, and takes people's statements. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { formatBtc } from '#core/money.ts';
import { requireRoomToAsk } from '#features/book/approvals/room.ts';
import type { Outgoing } from '#features/book/payments/row.ts';
import { findBooks } from '#features/book/transactions/store.ts';
import { notify } from '#features/notices/messages/store.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { talkedBy } from '#server/http/talking.ts';
import { newId } from '#server/ids.ts';
import { placeHold, releaseHold } from '#server/ledger/holds.ts';
import { jsonSats } from '../connections/json-sats.ts';
import { askingHandlers } from './asking.ts';
import type { PaymentRecord, PayResult, paying } from './contract.ts';
import { requirePayer } from './handing.ts';
import { KNOWN, readInvoice, wordsOf } from './invoices.ts';
import { answerLate, isUnbooked } from './late.ts';
import { givenUpAt, NO_ANSWER, type PaymentOutcome } from './outcome.ts';
import type { Purposes } from './purpose.ts';
import { recordOutcome } from './record.ts';
import { feeLimitOf, unsentAt } from './rules.ts';
import { sendPayment } from './sending.ts';
import {
  addPayment,
  asPayment,
  endPayment,
  findPayment,
  isKnown,
  leftToday,
  setDecided,
  shownPayments,
  shownState,
} from './store.ts';

export const HOLD = 'lightning_payment';

/** `byBrowser`: a parent's browser takes over, and this server contacts no wallet. */
type Prepared = { familyId: string; paymentId: string; byBrowser: boolean };

export const payingHandlers = (
  services: Services & { readonly purposes: Purposes },
): Handlers<typeof paying> => {
  const { chain } = services;
  const talk = async ({ familyId, paymentId, byBrowser }: Prepared) =>
    byBrowser ? undefined : sendPayment(services, familyId, paymentId);
  const settle = async (
    context: FamilyContext,
    { paymentId, byBrowser }: Prepared,
    result?: PaymentOutcome,
  ) => {
    const { tx, actor, now } = context;
    const recorder = { ...services, clock: () => now };
    if (!byBrowser)
      await recordOutcome(recorder, tx, actor.familyId, paymentId, result ?? NO_ANSWER);
    return asResult(await requirePayment(context, paymentId));
  };
  return {
    ...askingHandlers(services),

    decode: async ({ paymentRequest }, { now }) => {
      const invoice = readInvoice(paymentRequest, chain.network, now);
      const { payee, expiresAt, paymentHash, amountSats } = invoice;
      return {
        tokens: jsonSats(amountSats),
        description: wordsOf(invoice),
        destination: payee,
        timeExpire: expiresAt,
        paymentHash,
        feeLimit: jsonSats(feeLimitOf(amountSats)),
      };
    },

    pay: talkedBy({
      prepare: async (wish, context) => begin(services, wish, context),
      talk,
      settle: (_, context, { prepared, result }) => settle(context, prepared, result),
    }),

    list: async ({ childId }, { tx, actor, now }) => {
      const own = actor.childId;
      if (own !== null && childId !== undefined && childId !== own)
        throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
      if (childId !== undefined && !(await findBooks(tx, actor.familyId, [childId])).has(childId))
        throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
      const rows = await shownPayments(tx, actor.familyId, now, own ?? childId);
      return rows.map((row) => shownTo(actor.childId, row));
    },

    get: async ({ id }, context) => asPayment(await requirePayment(context, id)),

    approve: talkedBy({
      prepare: agree,
      talk,
      settle: (_, context, { prepared, result }) => settle(context, prepared, result),
    }),

    decline: ({ id }, context) => decline(services, context, id),

    say: async ({ id, paid }, context) => {
      await say(services, context, await requirePayment(context, id), paid);
      return asPayment(await requirePayment(context, id));
    },
  };
};

/** A parent's statement that it was paid, or decision whether a late payment leaves the book. */
async function say(
  services: Services & { readonly purposes: Purposes },
  { tx, actor: { familyId, userId: by }, now }: FamilyContext,
  row: Outgoing,
  paid: boolean,
): Promise<void> {
  const recorder = { ...services, clock: () => now };
  if (isUnbooked(row)) return answerLate(recorder, tx, familyId, row, { isChilds: paid, by });
  if (row.state !== 'open') throw new Refusal('CONFLICT', because('PAYMENT_ANSWERED'));
  if (!paid) requireOver(row, now);
  const outcome: PaymentOutcome = paid
    ? { is: 'paid', proof: 'person', preimage: null, feeSats: null }
    : { is: 'failed', failure: 'unclear', by: 'person' };
  await recordOutcome(recorder, tx, familyId, row.paymentId, outcome, by);
}

/** Writes the payment with its hold: ready to send, or as a request. */
async function begin(
  { chain, jobs }: Services,
  { childId, paymentRequest }: { childId: string; paymentRequest: string },
  context: FamilyContext,
): Promise<Prepared> {
  const { tx, actor, now } = context;
  const { familyId, userId: madeBy } = actor;
  const book = (await findBooks(tx, familyId, [childId])).get(childId);
  if (!book) throw new Refusal('NOT_FOUND', because('NO_CHILD'), 'childId');
  const { provider, isBrowser: byBrowser } = await requirePayer(context);
  const invoice = readInvoice(paymentRequest, chain.network, now);
  const { amountSats, paymentHash, text, payee } = invoice;
  const byChild = actor.role === 'child';
  if (byChild) await requireRoomToAsk(tx, familyId, childId, now);
  const known = await isKnown(tx, familyId, paymentHash);
  if (known) throw new Refusal('CONFLICT', because(KNOWN[known]));
  const feeLimitSats = feeLimitOf(amountSats);
  const heldSats = amountSats + feeLimitSats;
  const hold = { accountId: book.spending, amountSats: heldSats, reason: HOLD, now };
  const holdId = await placeHold(tx, familyId, hold);
  const mustAsk =
    byChild && (byBrowser || heldSats > (await leftToday(tx, familyId, childId, now)));
  const paymentId = newId(now.getTime());
  const expiresAt = new Date(invoice.expiresAt * 1_000);
  const description = wordsOf(invoice);
  const made = { paymentId, childId, paymentHash, invoice: text, payee, description };
  const state = mustAsk ? 'asked' : 'open';
  await addPayment(
    tx,
    familyId,
    {
      ...{ ...made, amountSats, feeLimitSats, state, provider, holdId, byChild, byBrowser },
      ...{ purpose: 'spend', madeBy, createdAt: now, expiresAt },
    },
    mustAsk ? expiresAt : unsentAt(now),
  );
  if (mustAsk) {
    const data = { amount: formatBtc(amountSats) };
    const except = actor.handedOver ? undefined : madeBy;
    const notice = {
      familyId,
      to: 'adults',
      except,
      kind: 'payment_asked',
      childId,
      data,
    } as const;
    await notify(jobs, tx, [notice], now);
  }
  return { familyId, paymentId, byBrowser };
}

/** A parent approves the amount they have seen. */
async function agree(
  { id, seenAmount, seenFeeLimit }: { id: string; seenAmount: bigint; seenFeeLimit: bigint },
  context: FamilyContext,
): Promise<Prepared> {
  const { tx, actor, now } = context;
  const row = await requirePayment(context, id);
  if (row.state !== 'asked') throw new Refusal('CONFLICT', because('PAYMENT_ANSWERED'));
  if (row.amountSats !== seenAmount || row.feeLimitSats !== seenFeeLimit)
    throw new Refusal('CONFLICT', because('PAYMENT_OTHER_AMOUNT'), 'seenAmount');
  if (row.expiresAt <= now) throw new Refusal('CONFLICT', because('INVOICE_EXPIRED'));
  const payer = await requirePayer(context);
  const decided = { by: actor.userId, payer, lookAt: unsentAt(now) };
  await setDecided(tx, actor.familyId, id, decided);
  return { familyId: actor.familyId, paymentId: id, byBrowser: payer.isBrowser };
}

/** A parent says no, or the child takes it back. */
async function decline(
  { jobs }: Services,
  context: FamilyContext,
  id: string,
): Promise<PaymentRecord> {
  const { tx, actor, now } = context;
  const row = await requirePayment(context, id);
  if (row.state !== 'asked' || row.holdId === null)
    throw new Refusal('CONFLICT', because('PAYMENT_ANSWERED'));
  await releaseHold(tx, actor.familyId, row.holdId, now);
  const end = { ...row, state: 'declined', failure: null } as const;
  await endPayment(tx, actor.familyId, id, end, { now, lookAt: null, by: actor.userId });
  if (actor.role !== 'child') {
    const { familyId, firstName } = actor;
    const data = { amount: formatBtc(row.amountSats), ...(firstName && { by: firstName }) };
    const to = { to: 'child', childId: row.childId, kind: 'payment_declined' } as const;
    await notify(jobs, tx, [{ familyId, ...to, data }], now);
  }
  return shownTo(actor.childId, await requirePayment(context, id));
}

/** A pay day may be retried automatically, so a person must wait as long as the program does. */
function requireOver(row: Outgoing, now: Date): void {
  if (row.expiresAt > now) throw new Refusal('CONFLICT', because('PAYMENT_NOT_OVER'));
  if (row.purpose === 'payout' && givenUpAt(row) > now.getTime())
    throw new Refusal('CONFLICT', because('PAYOUT_NOT_OVER'));
}

/** Other children's payments don't exist for a child. */
async function requirePayment({ tx, actor }: FamilyContext, paymentId: string): Promise<Outgoing> {
  const row = await findPayment(tx, actor.familyId, paymentId);
  if (!row || (actor.childId !== null && row.childId !== actor.childId))
    throw new Refusal('NOT_FOUND', because('NO_PAYMENT'));
  return row;
}

/** A child needs no preimage: showing it counts as evidence of payment. */
const shownTo = (childId: string | null, row: Outgoing) =>
  asPayment(childId === null ? row : { ...row, preimage: null });

const asResult = (row: Outgoing): PayResult => ({
  success: row.state === 'paid',
  fee: row.feeSats === null ? null : jsonSats(row.feeSats),
  error: row.state === 'failed' ? row.failure : null,
  state: shownState(row),
  payment: asPayment({ ...row, preimage: row.byChild ? null : row.preimage }),
});
