/** Asks the receive-only connection whether invoices of children's addresses were paid. */
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import type { LookUp, ReceivingWallet } from '#core/lightning/wallet.ts';
import type { Queue } from '#server/jobs.ts';
import type { Opened, WalletContext } from '../wallet.ts';
import { settleGift } from './settling.ts';
import { findGift } from './store.ts';

const NOBODY: LookUp = { state: 'unknown', reason: 'unreachable', message: '' };

/** @param opened left out where it could not be opened */
export async function watchGifts(
  context: WalletContext & { readonly jobs: Queue },
  familyId: string,
  giftIds: readonly string[],
  opened: Opened<ReceivingWallet> | undefined,
): Promise<void> {
  const { db, clock } = context;
  for (const giftId of giftIds) {
    const row = await db.readFamily(familyId, (tx) => findGift(tx, familyId, giftId));
    if (row?.state !== 'open') continue;
    const invoice = decodeInvoice(row.invoice);
    const verifyUrl = row.verifyUrl ?? undefined;
    const heard = { by: opened?.row.connectionId, now: clock() };
    const found = (await opened?.wallet.lookUp({ direction: 'in', invoice, verifyUrl })) ?? NOBODY;
    await db.changeFamily(familyId, (tx) =>
      settleGift(context, tx, familyId, giftId, found, heard),
    );
  }
}
