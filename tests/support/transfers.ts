/** Families with a savings transfer to pay, for tests. */
import type { Transfer } from '../../src/features/book/approvals/contract.ts';
import type { PaymentRecord } from '../../src/features/money/lightning/paying/contract.ts';
import type { TransferOffer } from '../../src/features/money/lightning/transfers/contract.ts';
import type { Reply, TestApp, Visitor } from './app.ts';
import { addChild, getChild, joinAsChild, record } from './family.ts';

export type TransferHome = { parent: Visitor; kid: Visitor; child: string; id: string };

/** A child with 20,000 sats to spend has asked to move 5,000 of them to savings. */
export async function newTransferHome(
  app: TestApp,
  name: string,
  receiver: string,
): Promise<TransferHome> {
  const parent = await app.signIn(`${name}@example.com`);
  const { id: child } = await addChild(parent);
  const balance = { newBalance: 20_000 };
  await parent.send('POST', `/api/lightning/sync-balance/${child}`, balance);
  if (receiver) await saveParentAddress({ parent }, receiver);
  const kid = await joinAsChild(app, parent, child, `${name}.kid@example.com`);
  return { parent, kid, child, id: await askTransfer({ parent, kid, child }) };
}

/** The child requests another 5,000 sats. */
export async function askTransfer({
  parent,
  kid,
  child,
}: Omit<TransferHome, 'id'>): Promise<string> {
  await record(kid, child, 'savings_deposit', '0.00005', 'For later');
  const [asked] = (await parent.get('/api/savings-transfers/pending')).body as Transfer[];
  return String(asked?.id);
}

export const saveParentAddress = (
  { parent }: Pick<TransferHome, 'parent'>,
  parentAddress: string,
): Promise<Reply> => parent.send('POST', '/api/lightning/addresses', { parentAddress });

export const readOffer = async ({ parent, id }: TransferHome): Promise<TransferOffer> =>
  (await parent.get(`/api/lightning/transfers/${id}`)).body as TransferOffer;

/** A yes to what was shown, or to something else. */
export async function payTransfer(home: TransferHome, over: object = {}): Promise<Reply> {
  const { amount, feeLimit, receiver } = await readOffer(home);
  const seen = { seenAmount: amount, seenFeeLimit: feeLimit, seenReceiver: receiver ?? 'x@y.zz' };
  return home.parent.send('POST', `/api/lightning/transfers/${home.id}/pay`, { ...seen, ...over });
}

/** A parent's own yes or no. */
export const answerTransfer = ({ parent, id }: TransferHome, approved: boolean): Promise<Reply> =>
  parent.send('POST', '/api/savings-transfers/approve', { transferId: id, approved });

/** Savings, spending, and how much of that is available. */
export async function transferMoney({ parent, child }: TransferHome): Promise<string[]> {
  const { savingsBalance, spendingBalance, availableSpending } = await getChild(parent, child);
  return [savingsBalance, spendingBalance, availableSpending];
}

export const TRANSFER_WAITS = ['0.00000000', '0.00020000', '0.00015000'];
export const TRANSFER_PAID = ['0.00005000', '0.00015000', '0.00015000'];

export const paymentsOf = async ({
  parent,
}: Pick<TransferHome, 'parent'>): Promise<PaymentRecord[]> =>
  (await parent.get('/api/lightning/payments')).body as PaymentRecord[];
