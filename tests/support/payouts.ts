/** Families whose pay days pay, for tests: children with plans, and what became of their weeks. */
import type { Payout, PayoutList } from '../../src/features/lightning/payouts/contract.ts';
import { watchLightning } from '../../src/features/lightning/watch.ts';
import type { Reply, TestApp, Visitor } from './app.ts';

/** A paying connection to a phoenixd. */
export const connectPayer = (parent: Visitor, url: string): Promise<Reply> =>
  parent.send('POST', '/api/lightning/connect', {
    ...{ type: 'phoenixd', purpose: 'spend', url, token: 'a-full-password', withoutBudget: true },
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

/** A parent's yes to these, as they were read. */
export const payPayouts = (parent: Visitor, rows: readonly Payout[]): Promise<Reply> =>
  parent.send('POST', '/api/payouts/pay', {
    payouts: rows.map(({ id, amount, feeLimit, receiver }) => ({
      ...{ id, seenAmount: amount, seenFeeLimit: feeLimit, seenReceiver: receiver },
    })),
  });

/** Lets some time pass, and the server look what is due. */
export async function watchLater({ clock, services }: TestApp, ms: number): Promise<void> {
  clock.advance(ms);
  await watchLightning(services);
}
