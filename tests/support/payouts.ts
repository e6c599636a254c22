/** Families whose pay days pay, for tests: children with plans, and the outcome of their weeks. */
import type { Payout, PayoutList } from '../../src/features/money/lightning/payouts/contract.ts';
import { watchLightning } from '../../src/features/money/lightning/watch.ts';
import type { Message } from '../../src/features/notices/messages/contract.ts';
import { ON_REGTEST, type Reply, startApp, type TestApp, type Visitor } from './app.ts';
import { addChild, getChild } from './family.ts';
import { startPayer, startReceiver } from './live-wallets.ts';

/** A paying connection to a phoenixd. */
export const connectPayer = (parent: Visitor, url: string): Promise<Reply> =>
  parent.send('POST', '/api/lightning/connect', {
    ...{ type: 'phoenixd', purpose: 'spend', url, token: 'a-full-password', withoutBudget: true },
  });

const base64 = (length: number) => Buffer.alloc(length, 1).toString('base64');

/** A vault with a spending connection. The server cannot check the payload. */
export const keepInVault = (
  parent: Visitor,
  { version = 0, relays = ['ws://127.0.0.1:7000/'] } = {},
): Promise<Reply> =>
  parent.send('POST', '/api/wallet/configure-encrypted', {
    encryptedSecrets: { encryptedData: base64(60), iv: base64(12), salt: base64(16) },
    ...{ hasWallet: true, version },
    spending: { provider: 'CoinOS', relays },
  });

/** A parent starts paying one from their browser. */
export const beginPayout = (parent: Visitor, row: Payout): Promise<Reply> =>
  parent.send('POST', `/api/payouts/${row.id}/begin`, {
    ...{ seenAmount: row.amount, seenFeeLimit: row.feeLimit, seenReceiver: row.receiver },
  });

export const saveAddresses = (
  parent: Visitor,
  childAddresses: Readonly<Record<string, string>>,
): Promise<Reply> => parent.send('POST', '/api/lightning/addresses', { childAddresses });

export const setPayoutPlan = (
  parent: Visitor,
  childId: string,
  plan: string,
  seenAddress = '',
): Promise<Reply> =>
  parent.send('PUT', `/api/children/${childId}/payout-plan`, { plan, seenAddress });

export const payoutsOf = async (who: Visitor): Promise<Payout[]> =>
  ((await who.get('/api/payouts')).body as PayoutList).payouts;

/** The kinds of this person's messages about owed pay days. */
export const payoutMessages = async (who: Visitor): Promise<string[]> =>
  ((await who.get('/api/messages')).body as Message[])
    .map(({ kind }) => kind)
    .filter((kind) => kind.startsWith('payout'));

/** A parent approves paying these, as shown. */
export const payPayouts = (parent: Visitor, rows: readonly Payout[]): Promise<Reply> =>
  parent.send('POST', '/api/payouts/pay', {
    payouts: rows.map(({ id, amount, feeLimit, receiver }) => ({
      ...{ id, seenAmount: amount, seenFeeLimit: feeLimit, seenReceiver: receiver },
    })),
  });

/** Lets time pass, and has the server check what is due. */
export async function watchLater({ clock, services }: TestApp, ms: number): Promise<void> {
  clock.advance(ms);
  await watchLightning(services);
}

export type PayingHome = { parent: Visitor; childId: string; address: string };

export type PayoutWorld = {
  app: TestApp;
  receiver: Awaited<ReturnType<typeof startReceiver>>;
  wallet: Awaited<ReturnType<typeof startPayer>>;
  beganAt: number;
  /** Back to the beginning, with everything up. */
  reset: () => void;
  close: () => Promise<void>;
};

/** A server, the family's wallet, and the children's. Invoices use the real clock. */
export async function startPayoutWorld(): Promise<PayoutWorld> {
  const receiver = await startReceiver(() => app.clock.now);
  const wallet = await startPayer(receiver);
  const app = await startApp({
    at: new Date().toISOString(),
    ...ON_REGTEST,
  });
  const close = async () => {
    for (const one of [app, wallet, receiver]) await one.close();
  };
  const beganAt = app.clock.now.getTime();
  const reset = () => {
    app.clock.now = new Date(beganAt);
    wallet.mood = 'pays';
    receiver.isAway = false;
  };
  return { app, receiver, wallet, beganAt, reset, close };
}

/** A child whose pay day is today in UTC and is paid to its own address. */
export async function newPayingHome(
  { app, receiver, wallet }: PayoutWorld,
  name: string,
  connected: boolean,
): Promise<PayingHome> {
  const parent = await app.signIn(`${name}@example.com`);
  await parent.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  const { id: childId } = await addChild(parent, { allowanceDay: app.clock.now.getUTCDay() });
  const address = receiver.addressOf(name);
  await saveAddresses(parent, { [childId]: address });
  if (connected) await connectPayer(parent, wallet.url);
  const set = await setPayoutPlan(parent, childId, 'lightning', address);
  if (set.status !== 200) throw new Error(set.text);
  return { parent, childId, address };
}

/** Savings, how much of them is available, and spending money. */
export async function money({ parent, childId }: PayingHome): Promise<string[]> {
  const child = await getChild(parent, childId);
  return [child.savingsBalance, child.availableSavings, child.spendingBalance];
}

export async function newest({ parent }: PayingHome): Promise<Payout> {
  const [row] = await payoutsOf(parent);
  if (!row) throw new Error('Nothing is paid out');
  return row;
}

export const settle = ({ parent }: PayingHome, id: string, body: object): Promise<Reply> =>
  parent.send('POST', `/api/payouts/${id}/settle`, body);
