/** Has the wallet pay, once, and looks up outcomes. Never runs in a transaction. */
import { decodeInvoice } from '#core/lightning/bolt11.ts';
import { ConnectionError, type LightningWallet } from '#core/lightning/wallet.ts';
import { type Opened, openToSpend, type WalletContext } from '../connections/wallet.ts';
import { afterLookUp, afterPay, NO_ANSWER, type PaymentOutcome } from './outcome.ts';
import { claimSending, findPayment } from './store.ts';

/** Undefined if there is no outcome to record. */
export async function sendPayment(
  context: WalletContext,
  familyId: string,
  paymentId: string,
): Promise<PaymentOutcome | undefined> {
  const { db } = context;
  const row = await db.readFamily(familyId, (tx) => findPayment(tx, familyId, paymentId));
  if (row?.state !== 'open') return undefined;
  const opened = await open(context, familyId);
  try {
    return await sendThrough(context, familyId, paymentId, opened);
  } finally {
    opened?.wallet.close();
  }
}

/** The same with an open wallet; undefined if none is connected. */
export async function sendThrough(
  context: WalletContext,
  familyId: string,
  paymentId: string,
  opened: Opened<LightningWallet> | undefined,
): Promise<PaymentOutcome | undefined> {
  const { db, clock } = context;
  const row = await db.readFamily(familyId, (tx) => findPayment(tx, familyId, paymentId));
  if (row?.state !== 'open') return undefined;
  const now = clock();
  const connectionId = opened?.row.connectionId ?? null;
  const isOurs = await db.changeFamily(familyId, (tx) =>
    claimSending(tx, familyId, paymentId, { connectionId, now }),
  );
  if (!opened) return isOurs ? { is: 'failed', failure: 'unreachable', by: 'us' } : NO_ANSWER;
  if (!isOurs) return await askAbout(context, familyId, paymentId, opened);
  return afterPay(
    await opened.wallet.pay({
      ...{ invoice: decodeInvoice(row.invoice), feeLimitSats: row.feeLimitSats },
      needsBudget: !opened.row.withoutBudget,
    }),
  );
}

/** Looks up the outcome of a payment that another call has sent. */
async function askAbout(
  { db, clock }: WalletContext,
  familyId: string,
  paymentId: string,
  { wallet, row: connection }: Opened<LightningWallet>,
): Promise<PaymentOutcome | undefined> {
  const row = await db.readFamily(familyId, (tx) => findPayment(tx, familyId, paymentId));
  if (row?.state !== 'open') return undefined;
  const found = await wallet.lookUp({ direction: 'out', invoice: decodeInvoice(row.invoice) });
  return afterLookUp(found, row, { by: connection.connectionId, now: clock() });
}

async function open(
  context: WalletContext,
  familyId: string,
): Promise<Opened<LightningWallet> | undefined> {
  try {
    return await openToSpend(context, familyId);
  } catch (error) {
    if (error instanceof ConnectionError) return undefined;
    throw error;
  }
}
