/**
 * Payouts by a parent's unlocked browser, because the spending connection is in the vault. The
 * server gets an invoice from the child's wallet and writes the payment; the browser takes it and
 * reports the outcome, as for any other payment (`paying/handing.ts`).
 */

import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';
import type { MadeInvoice } from '#core/lightning/wallet.ts';
import type { OwedBecause } from '#features/book/payments/contract.ts';
import type { FamilyContext, Services } from '#server/http/context.ts';
import type { Handlers } from '#server/http/mount.ts';
import { talkedBy } from '#server/http/talking.ts';
import { requirePayer } from '../paying/handing.ts';
import { unsentAt } from '../paying/rules.ts';
import type { payouts } from './contract.ts';
import { markOwed } from './outcomes.ts';
import { askReceiver, begin, bookHere, isOwnAddress } from './paying.ts';
import { agree, requirePayout, shownTo } from './reading.ts';
import { isPayable } from './rules.ts';
import { findPayout, type PayoutRow } from './store.ts';

type Result = { made: MadeInvoice } | { failed: OwedBecause } | { isHome: true } | { isOver: true };

export const payoutHandingHandlers = (
  services: Services,
): Handlers<Pick<typeof payouts, 'begin'>> => ({
  begin: talkedBy({
    prepare: async (read, context) => {
      await agree(context, read);
      const { isBrowser } = await requirePayer(context);
      return { familyId: context.actor.familyId, id: read.id, isBrowser };
    },
    // If the server pays, the approval is enough: the server does the rest.
    talk: async ({ familyId, id, isBrowser }): Promise<Result> =>
      isBrowser ? invoiceFor(services, familyId, id) : { isOver: true },
    settle: async ({ id }, context, { result }) => {
      if (!result) throw new Refusal('CONFLICT', because('WALLET_NO_ANSWER'));
      await write(services, context, await requirePayout(context, id), result);
      return shownTo(context.actor.childId, await requirePayout(context, id));
    },
  }),
});

async function invoiceFor(services: Services, familyId: string, id: string): Promise<Result> {
  const { db, publicUrl } = services;
  const found = await db.readFamily(familyId, async (tx) => {
    const row = await findPayout(tx, familyId, id);
    if (!row || !isPayable(row.state)) return undefined;
    const { address } = row;
    return {
      row,
      isHome: address !== null && (await isOwnAddress(tx, familyId, address, publicUrl)),
    };
  });
  if (!found) return { isOver: true };
  if (found.isHome) return { isHome: true };
  const made = await askReceiver(services, familyId, found.row);
  return typeof made === 'string' ? { failed: made } : { made };
}

/** Payouts that have changed since, and those paid by the server, are left alone. */
async function write(
  services: Services,
  context: FamilyContext,
  row: PayoutRow,
  result: Result,
): Promise<void> {
  const { tx, actor, now } = context;
  const { familyId } = actor;
  const { entryId, tries } = row;
  if (!isPayable(row.state) || 'isOver' in result) return;
  if ('isHome' in result) await bookHere(services, tx, familyId, row, now);
  else if ('failed' in result)
    await markOwed(services, tx, familyId, entryId, result.failed, { tries: tries + 1, now });
  else {
    const payer = await requirePayer(context);
    const begun = { ...payer, ...result, lookAt: unsentAt(now) };
    await begin(services, tx, familyId, entryId, begun, now);
  }
}
