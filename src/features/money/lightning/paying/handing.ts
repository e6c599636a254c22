/**
 * Payments made by a parent's browser, because the spending connection is in the vault. The browser
 * takes a payment before it sends the wallet anything, and only one browser ever gets it.
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import { isProofOf } from '#core/lightning/proof.ts';
import { isClaim } from '#features/book/payments/contract.ts';
import type { Outgoing } from '#features/book/payments/row.ts';
import { vaultChanged } from '#features/money/vault/changed.ts';
import { readVault } from '#features/money/vault/store.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { jsonSats } from '../connections/json-sats.ts';
import { connectionFor, vaultConnection } from '../connections/store.ts';
import type { handing } from './contract.ts';
import { afterLookUp, type PaymentOutcome } from './outcome.ts';
import type { Purposes } from './purpose.ts';
import { recordOutcome } from './record.ts';
import { asPayment, claimSending, findPayment, type Payer } from './store.ts';

/** @throws Refusal if nothing can pay */
export async function requirePayer({ tx, actor: { familyId } }: FamilyContext): Promise<Payer> {
  const connection = await connectionFor(tx, familyId, 'spend');
  if (connection) return { provider: connection.provider, isBrowser: false };
  const spending = await vaultConnection(tx, familyId);
  if (!spending) throw new Refusal('CONFLICT', because('NO_LIGHTNING'));
  return { provider: spending.provider, isBrowser: true };
}

export const handingHandlers = (
  services: Services & { readonly purposes: Purposes },
): Handlers<typeof handing> => ({
  take: async ({ id, version }, context) => {
    const { tx, actor, now } = context;
    const row = await requireOpen(context, id);
    const { version: newest } = await readVault(tx, actor.familyId);
    if (version !== newest) throw await vaultChanged(tx, actor.familyId);
    const spending = await vaultConnection(tx, actor.familyId);
    if (!spending) throw new Refusal('CONFLICT', because('NO_LIGHTNING'));
    const claim = { connectionId: spending.id, handedTo: actor.sessionId, now };
    if (!(await claimSending(tx, actor.familyId, id, claim)))
      throw new Refusal('CONFLICT', because('PAYMENT_TAKEN'));
    return { invoice: row.invoice, feeLimit: jsonSats(row.feeLimitSats) };
  },

  tell: async (input, context) => {
    const { tx, actor, now } = context;
    const row = await requireOpen(context, input.id, input.preimage);
    if (row.sentAt === null) throw new Refusal('CONFLICT', because('PAYMENT_NOT_TAKEN'));
    // Any parent may look up the wallet's record. But only the browser that was to pay can be sure
    // that nothing was sent: others may have asked too early.
    if (input.outcome === 'unsent' && row.handedTo !== actor.sessionId)
      throw new Refusal('CONFLICT', because('PAYMENT_TAKEN'));
    const recorder = { ...services, clock: () => now };
    const { version, spending } = await readVault(tx, actor.familyId);
    const by = input.version === version ? spending?.id : undefined;
    await recordOutcome(recorder, tx, actor.familyId, input.id, outcomeOf(input, row, { by, now }));
    return asPayment((await findPayment(tx, actor.familyId, input.id)) ?? row);
  },
});

type TellInput = Parameters<Handlers<typeof handing>['tell']>[0];

function outcomeOf(
  { outcome, preimage, fee, reason }: TellInput,
  row: Outgoing,
  answered: { by: string | undefined; now: Date },
): PaymentOutcome {
  if (isProofOf(preimage, row.paymentHash))
    return { is: 'paid', proof: 'proven', preimage: preimage.toLowerCase(), feeSats: fee };
  if (outcome === 'paid') return { is: 'paid', proof: 'stated', preimage: null, feeSats: fee };
  // An earlier answer means that the wallet got the request.
  if (outcome === 'unsent' && row.failure === null)
    return { is: 'failed', failure: reason, by: 'us' };
  if (outcome === 'unknown') {
    if (reason !== 'not-found') return { is: 'unknown', failure: reason };
    return afterLookUp({ state: 'unknown', reason, message: '' }, row, answered);
  }
  const claim = isClaim(reason) ? reason : 'said-refused';
  return afterLookUp({ state: 'failed' }, { ...row, failure: claim }, answered);
}

/**
 * A receipt is also valid for a payment marked as failed.
 * @throws Refusal if no browser is to act on it, or it has ended
 */
async function requireOpen(
  { tx, actor }: FamilyContext,
  id: string,
  preimage = '',
): Promise<Outgoing> {
  const row = await findPayment(tx, actor.familyId, id);
  if (!row) throw new Refusal('NOT_FOUND', because('NO_PAYMENT'));
  const isLate = row.state === 'failed' && isProofOf(preimage, row.paymentHash);
  if ((row.state !== 'open' && !isLate) || !row.byBrowser)
    throw new Refusal('CONFLICT', because('PAYMENT_ANSWERED'));
  return row;
}
