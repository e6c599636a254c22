/** Tells the wallet to pay, once; and asks what became of a payment. Never in a transaction. */
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { ConnectionError, type LightningWallet } from '#server/adapters/lightning/port.ts';
import { openToSpend, type WalletContext } from '../wallet.ts';
import { afterLookUp, afterPay, type News, SILENCE } from './news.ts';
import { claimSending, findPayment, type PaymentRow } from './store.ts';

/** Undefined where there is nothing to be learnt. */
export async function sendPayment(
  context: WalletContext,
  familyId: string,
  paymentId: string,
): Promise<News | undefined> {
  const { db, clock } = context;
  const row = await db.readFamily(familyId, (tx) => findPayment(tx, familyId, paymentId));
  if (row?.state !== 'checking') return undefined;
  const wallet = await open(context, familyId);
  try {
    const now = clock();
    const isOurs = await db.changeFamily(familyId, (tx) =>
      claimSending(tx, familyId, paymentId, now),
    );
    if (!wallet) return isOurs ? { is: 'failed', failure: 'unreachable' } : SILENCE;
    if (!isOurs) return await askAbout(wallet, row, now);
    const wanted = { invoice: decodeInvoice(row.invoice), feeLimitSats: row.feeLimitSats };
    return afterPay(await wallet.pay(wanted));
  } finally {
    wallet?.close();
  }
}

/** What became of a payment that the wallet was told to make. */
export async function askAbout(
  wallet: Pick<LightningWallet, 'lookUp'>,
  row: PaymentRow,
  now: Date,
): Promise<News> {
  const invoice = decodeInvoice(row.invoice);
  return afterLookUp(await wallet.lookUp({ direction: 'out', invoice }), row, now);
}

async function open(
  context: WalletContext,
  familyId: string,
): Promise<LightningWallet | undefined> {
  try {
    return (await openToSpend(context, familyId))?.wallet;
  } catch (error) {
    if (error instanceof ConnectionError) return undefined;
    throw error;
  }
}
