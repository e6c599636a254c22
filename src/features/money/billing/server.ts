/** The subscription API: the operator's wallet makes invoices, and a job notices payments. */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { MadeInvoice } from '#core/lightning/wallet.ts';
import { nextLook } from '#features/book/payments/rules.ts';
import { jsonSats } from '#features/money/lightning/connections/json-sats.ts';
import { type BillingSettings, DEFAULT_PRICES } from '#server/billing-settings.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { talkedBy } from '#server/http/talking.ts';
import {
  type billing,
  HOSTED_FEATURES,
  INVOICE_MINUTES,
  MOST_OF_FAMILY,
  MOST_OF_PERSON,
  type SubscriptionInvoice,
  type Term,
} from './contract.ts';
import { codeOf, judgeReferral } from './referrals.ts';
import { statusOf } from './rules.ts';
import { addInvoice, findInvoice, madeToday, type NewInvoice, readCredits } from './store.ts';
import { billingWallet } from './wallet.ts';

const WAIT_MS = INVOICE_MINUTES * 60_000;

/** Stored as JSON with the key. */
type Wanted = { amount: string; text: string; months: Term; code: string | null };

/** @param say reports the wallet's state, see `billingWallet` */
export const billingHandlers = (
  services: Services,
  say: (line: string) => void,
): Handlers<typeof billing> => ({
  pricing: async () => {
    const { monthlySats, yearlySats } = services.billing ?? DEFAULT_PRICES;
    const pricing = { monthly: jsonSats(monthlySats), yearly: jsonSats(yearlySats) };
    return { pricing, features: [...HOSTED_FEATURES] };
  },

  subscription: async (_, { tx, actor, now }) => {
    const { expiresAt, paidSats } = await readCredits(tx, actor.familyId);
    const status = services.billing ? statusOf(expiresAt, now) : 'open';
    const isActive = status === 'active' || status === 'open';
    const end = expiresAt?.toISOString() ?? null;
    return { subscription: { status, isActive, expiresAt: end, totalPaid: jsonSats(paidSats) } };
  },

  createInvoice: talkedBy({
    prepare: async ({ subscriptionMonths: months, referralCode }, context): Promise<Wanted> => {
      const billing = requireBilling(services);
      await requireRoom(context);
      const code = referralCode === '' ? null : referralCode.toLowerCase();
      if (code !== null) await requireReferral(services, context, code);
      const amountSats = months === 12 ? billing.yearlySats : billing.monthlySats;
      const text = months === 12 ? 'Satling, 12 months' : 'Satling, 1 month';
      return { amount: String(amountSats), text, months, code };
    },
    talk: invoiceMaker(services, say),
    settle: async (_, { tx, actor, now }, { prepared, result }) => {
      if (!result) throw noInvoice();
      const { familyId, userId: madeBy } = actor;
      const { paymentHash, text: invoice, expiresAt } = result.invoice;
      const { months, code: referralCode, text: description } = prepared;
      const { walletId: connectionId } = requireBilling(services);
      const row = {
        ...{ paymentHash, invoice, description, months, referralCode, connectionId, madeBy },
        amountSats: BigInt(prepared.amount),
        createdAt: now,
        expiresAt: new Date(expiresAt * 1_000),
      };
      if (!(await addInvoice(tx, familyId, row, nextLook(now, now)))) throw noInvoice();
      return { invoice: asInvoice(row) };
    },
  }),

  makeReferralCode: async (_, { tx, actor, now }) => ({
    referralCode: await codeOf(tx, actor.familyId, now),
  }),

  checkPayment: async ({ paymentHash }, { tx, actor: { familyId } }) => {
    const row = await findInvoice(tx, familyId, paymentHash);
    if (!row) throw new Refusal('NOT_FOUND', because('NO_INVOICE'));
    return { payment: { verified: row.state === 'paid' } };
  },
});

/** The wallet is the operator's, so parents can't fix its failures. */
const noInvoice = () => new Refusal('CONFLICT', because('NO_INVOICE_MADE'));

function requireBilling({ billing }: Services): BillingSettings {
  if (!billing) throw new Refusal('CONFLICT', because('NOTHING_TO_PAY'));
  return billing;
}

async function requireRoom({ tx, actor, now }: FamilyContext): Promise<void> {
  const { ofFamily, ofPerson } = await madeToday(tx, actor.familyId, actor.userId, now);
  if (ofFamily >= MOST_OF_FAMILY || ofPerson >= MOST_OF_PERSON)
    throw new Refusal('RATE_LIMITED', because('ENOUGH_TODAY'));
}

async function requireReferral(
  { secretsKey }: Services,
  { tx, actor: { familyId } }: FamilyContext,
  code: string,
): Promise<void> {
  const judged = await judgeReferral(tx, secretsKey, { familyId, code });
  if ('obstacle' in judged) throw new Refusal('CONFLICT', judged.obstacle, 'referralCode');
}

/** Makes an invoice with the operator's wallet; undefined if the wallet fails. */
function invoiceMaker({ billing, chain }: Services, say: (line: string) => void) {
  const use = billing && billingWallet(billing, chain, say);
  return async ({ amount, text }: Wanted): Promise<MadeInvoice | undefined> => {
    const expirySeconds = INVOICE_MINUTES * 60;
    const wanted = { amountSats: BigInt(amount), about: { text }, expirySeconds };
    return use?.((wallet) => wallet.makeInvoice(wanted));
  };
}

/** The wallet may accept payment for longer; the page waits ten minutes. */
function asInvoice(row: NewInvoice): SubscriptionInvoice {
  const waited = new Date(row.createdAt.getTime() + WAIT_MS);
  return {
    paymentHash: row.paymentHash,
    bolt11: row.invoice,
    amountSats: jsonSats(row.amountSats),
    description: row.description,
    expiresAt: (row.expiresAt < waited ? row.expiresAt : waited).toISOString(),
  };
}
