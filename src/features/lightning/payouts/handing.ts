/**
 * Payouts that a parent's unlocked browser pays, because the spending connection is in the vault.
 * The server gets an invoice from the child's wallet and writes the payment; the browser takes it
 * and reports the outcome, as for any other payment (`paying/handing.ts`).
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { MadeInvoice } from '#core/lightning/wallet.ts';
import type { OwedBecause } from '#features/payments/contract.ts';
import type { FamilyContext, Handlers, Services } from '#server/http/mount.ts';
import { talkedBy } from '#server/http/talking.ts';
import { requirePayer } from '../paying/handing.ts';
import { unsentAt } from '../paying/rules.ts';
import type { payouts } from './contract.ts';
import { oweOn } from './outcomes.ts';
import { askReceiver, begin, bookHere, leadsHome } from './paying.ts';
import { agree, requirePayout, shownTo } from './reading.ts';
import { isPayable } from './rules.ts';
import { findPayout, type PayoutRow } from './store.ts';

type Told = { made: MadeInvoice } | { failed: OwedBecause } | { isHome: true } | { isOver: true };

export const payoutHandingHandlers = (
  services: Services,
): Handlers<Pick<typeof payouts, 'begin'>> => ({
  begin: talkedBy({
    prepare: async (read, context) => {
      await agree(context, read);
      const { isBrowser } = await requirePayer(context);
      return { familyId: context.actor.familyId, id: read.id, isBrowser };
    },
    // If the server pays, the approval is enough: it pays on its own.
    talk: async ({ familyId, id, isBrowser }): Promise<Told> =>
      isBrowser ? invoiceFor(services, familyId, id) : { isOver: true },
    settle: async ({ id }, context, { told }) => {
      if (!told) throw new Refusal('CONFLICT', because('WALLET_NO_ANSWER'));
      await write(services, context, await requirePayout(context, id), told);
      return shownTo(context.actor.childId, await requirePayout(context, id));
    },
  }),
});

async function invoiceFor(services: Services, familyId: string, id: string): Promise<Told> {
  const { db, publicUrl } = services;
  const found = await db.readFamily(familyId, async (tx) => {
    const row = await findPayout(tx, familyId, id);
    if (!row || !isPayable(row.state)) return undefined;
    const { address } = row;
    return { row, isHome: address !== null && (await leadsHome(tx, familyId, address, publicUrl)) };
  });
  if (!found) return { isOver: true };
  if (found.isHome) return { isHome: true };
  const made = await askReceiver(services, familyId, found.row);
  return typeof made === 'string' ? { failed: made } : { made };
}

/** Anything that has moved on in the meantime, and anything the server pays, stays as it is. */
async function write(
  services: Services,
  context: FamilyContext,
  row: PayoutRow,
  told: Told,
): Promise<void> {
  const { tx, actor, now } = context;
  const { familyId } = actor;
  const { entryId, tries } = row;
  if (!isPayable(row.state) || 'isOver' in told) return;
  if ('isHome' in told) await bookHere(services, tx, familyId, row, now);
  else if ('failed' in told)
    await oweOn(services, tx, familyId, entryId, told.failed, { tries: tries + 1, now });
  else {
    const payer = await requirePayer(context);
    const begun = { ...payer, ...told, lookAt: unsentAt(now) };
    await begin(services, tx, familyId, entryId, begun, now);
  }
}
