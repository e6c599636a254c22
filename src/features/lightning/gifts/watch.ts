/** Asks the receive-only connection whether invoices of children's addresses were paid. */
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import type { ReceivingWallet } from '#core/lightning/wallet.ts';
import type { Queue } from '#server/jobs.ts';
import { NOBODY, type Part } from '../parts.ts';
import type { Opened, WalletContext } from '../wallet.ts';
import { settleGift } from './settling.ts';
import { findGift } from './store.ts';

/**
 * @param asking `opened` is left out where it could not be opened
 * @returns what nobody was asked about
 */
export async function watchGifts(
  context: WalletContext & { readonly jobs: Queue },
  familyId: string,
  giftIds: readonly string[],
  { opened, part }: { opened: Opened<ReceivingWallet> | undefined; part: Part },
): Promise<string[]> {
  const { db, clock } = context;
  const left: string[] = [];
  for (const giftId of giftIds) {
    if (opened && part.isOver()) {
      left.push(giftId);
      continue;
    }
    const row = await db.readFamily(familyId, (tx) => findGift(tx, familyId, giftId));
    if (row?.state !== 'open') continue;
    const invoice = decodeInvoice(row.invoice);
    const verifyUrl = row.verifyUrl ?? undefined;
    const heard = { by: opened?.row.connectionId, now: clock() };
    const asked = await opened?.wallet.lookUp({ direction: 'in', invoice, verifyUrl });
    const found = part.hear(asked ?? NOBODY);
    await db.changeFamily(familyId, (tx) =>
      settleGift(context, tx, familyId, giftId, found, heard),
    );
  }
  return left;
}
