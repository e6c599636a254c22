/**
 * Anyone may try a wallet here, so every call is small and counted, no visitor waits for another's
 * wallet, and a wallet pays only invoices that it made in the same trial.
 */

import type { Sentence } from '#contract/checks.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { ConnectionError, type LightningWallet, type PayOutcome } from '#core/lightning/wallet.ts';
import { openWallet } from '#server/adapters/lightning/open.ts';
import type { Actor } from '#server/http/actor.ts';
import type { Limiter } from '#server/http/limits.ts';
import type { Handlers } from '#server/http/mount.ts';
import type { Mounted } from '#server/http/mounted.ts';
import { newId } from '#server/ids.ts';
import { providerOf, whyOf } from '../connections/connecting.ts';
import { jsonSats } from '../connections/json-sats.ts';
import { probe } from '../connections/wallet.ts';
import { readInvoice } from '../paying/invoices.ts';
import { feeLimitOf } from '../paying/rules.ts';
import { adultBehind, newTrials, reachFor, settingsOf } from './access.ts';
import type { trying } from './contract.ts';
import { endOfTrial, isSameSource, type TrialSource, withInvoice } from './trial.ts';

const EXPIRY_SECONDS = 900;
const ABOUT = 'Test invoice';
const NOTE = 'Your own wallet made this invoice. Some wallets refuse to pay themselves';

export const tryingHandlers = (services: Mounted, limit: Limiter): Handlers<typeof trying> => {
  const { inTurn, trialOf, keep, requireTrial, withWallet } = newTrials(services, limit);
  return {
    connect: async ({ connectionString }, call) => {
      const adult = await adultBehind(services, call);
      const source = sourceOf(connectionString, adult);
      const settings = await settingsOf(services, source);
      if (!settings) return failed(because('NO_LIGHTNING'));
      const reach = reachFor(services, adult);
      try {
        (await openWallet(settings, reach)).close(); // reads the settings and dials nobody
        const probed = await inTurn('connect', call, () => probe(settings, reach));
        const provider = providerOf(settings, probed.description.alias);
        const balance = probed.balanceSats === null ? null : jsonSats(probed.balanceSats);
        const known = trialOf(call);
        const again = known && isSameSource(known.source, source) ? known : undefined;
        const connectionId = again?.connectionId ?? newId(call.now.getTime());
        const until = endOfTrial(call.now);
        keep(call, { connectionId, until, source, provider, balance, made: again?.made ?? [] });
        return { success: true, connectionId, provider, balance, error: null, reason: null };
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        return failed(whyOf(error.code));
      }
    },

    createInvoice: async ({ amount: amountSats, description }, call) => {
      const trial = await requireTrial(call);
      const wanted = { amountSats, about: { text: description || ABOUT } };
      const { invoice } = await withWallet('invoice', call, trial, async (wallet) =>
        wallet.makeInvoice({ ...wanted, expirySeconds: EXPIRY_SECONDS }),
      ).catch(refuse);
      keep(call, withInvoice(trial, invoice.paymentHash));
      return {
        invoice: invoice.text,
        amount: jsonSats(amountSats),
        note: NOTE,
        destination: invoice.payee,
        feeLimit: jsonSats(feeLimitOf(amountSats)),
      };
    },

    payInvoice: async ({ invoice: text, connectionId }, call) => {
      const trial = await requireTrial(call, connectionId);
      const invoice = readInvoice(text, services.chain.network, call.now, 'invoice');
      if (!trial.made.includes(invoice.paymentHash))
        throw new Refusal('FORBIDDEN', because('TRIAL_FOREIGN_INVOICE'), 'invoice');
      if ('familyId' in trial.source) throw new Refusal('FORBIDDEN', because('TRIAL_SAVED'));
      const { amountSats } = invoice;
      const { outcome, balance } = await withWallet('pay', call, trial, async (wallet) => ({
        outcome: await wallet.pay({ invoice, feeLimitSats: feeLimitOf(amountSats) }),
        balance: await heldBy(wallet, trial.balance),
      })).catch(refuse);
      keep(call, { ...trial, balance });
      return asResult(outcome, jsonSats(amountSats));
    },

    balance: async ({ connectionId }, call) => {
      const { provider, balance } = await requireTrial(call, connectionId);
      return { provider, balance };
    },
  };
};

function sourceOf(connectionString: string, adult: Actor | undefined): TrialSource {
  if (connectionString !== '') return { connectionString };
  if (!adult) throw new Refusal('AUTH_ERROR', because('AUTHENTICATION_REQUIRED'));
  return { familyId: adult.familyId };
}

const failed = ({ english: error, reason }: Sentence) => ({
  ...{ success: false, connectionId: null, provider: null, balance: null, error, reason },
});

function refuse(error: unknown): never {
  if (error instanceof ConnectionError) throw new Refusal('CONFLICT', whyOf(error.code));
  throw error;
}

/** Returns the balance after a payment; the previous one if the wallet doesn't report it. */
async function heldBy(wallet: LightningWallet, before: number | null): Promise<number | null> {
  try {
    return jsonSats(await wallet.balance());
  } catch (error) {
    if (error instanceof ConnectionError) return before;
    throw error;
  }
}

/** Nothing was sent. */
const UNPAID = {
  'over-budget': 'WALLET_OVER_BUDGET',
  busy: 'WALLET_BUSY',
  unreachable: 'WALLET_UNREACHABLE',
  'not-offered': 'SPENDING_CANNOT_PAY',
} as const;

const UNSURE = { refused: 'TRIAL_REFUSED', unknown: 'TRIAL_UNCLEAR' } as const;

function asResult(outcome: PayOutcome, amount: number) {
  if (outcome.outcome === 'paid')
    return { success: true, payment: { amount }, error: null, reason: null };
  const known: Readonly<Record<string, (typeof UNPAID)[keyof typeof UNPAID]>> = UNPAID;
  const { reason, english: error } = because(
    outcome.outcome === 'unsent'
      ? (known[outcome.reason] ?? 'TRIAL_UNPAID')
      : UNSURE[outcome.outcome],
  );
  return { success: false, payment: null, error, reason };
}
