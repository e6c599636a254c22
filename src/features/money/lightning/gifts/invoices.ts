/** Makes the invoice for a payer of a child's address. Never runs in a transaction. */
import { createHash } from 'node:crypto';
import { ConnectionError, type MadeInvoice } from '#core/lightning/wallet.ts';
import { openReceiveOnly, type WalletContext } from '../connections/wallet.ts';
import { GIFT_EXPIRY_SECONDS, metadataOf } from './rules.ts';

export type MadeGift = MadeInvoice & { readonly connectionId: string };

/**
 * Uses the receive-only connection, with the hash of the text shown to the payer (LUD-06).
 * @throws ConnectionError NOT_OFFERED if there is none, or it can't do that
 */
export async function makeGiftInvoice(
  context: WalletContext,
  familyId: string,
  address: string,
  amountSats: bigint,
): Promise<MadeGift> {
  const opened = await openReceiveOnly(context, familyId);
  if (!opened) throw new ConnectionError('NOT_OFFERED', 'Nothing is connected to receive with');
  const { wallet, row } = opened;
  try {
    const sha256 = createHash('sha256').update(metadataOf(address)).digest('hex');
    const expirySeconds = GIFT_EXPIRY_SECONDS;
    const made = await wallet.makeInvoice({ amountSats, about: { sha256 }, expirySeconds });
    return { ...made, connectionId: row.connectionId };
  } finally {
    wallet.close();
  }
}
