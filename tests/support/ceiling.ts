/** For tests of the ceiling: families with a paying wallet, and parents whose sign-in is old. */
import type { Message } from '../../src/features/notices/messages/contract.ts';
import type { Reply, Visitor } from './app.ts';
import { addChild } from './family.ts';
import { connectPayer, type PayoutWorld } from './payouts.ts';
import { forgetProofs } from './proof.ts';

export type CappedHome = { parent: Visitor; childId: string };

/** A child with a million sats to spend, `limit` a day without approval. */
export async function newCappedHome(
  { app, wallet }: PayoutWorld,
  name: string,
  limit = 0,
): Promise<CappedHome> {
  const parent = await app.signIn(`${name}@example.com`);
  const { id: childId } = await addChild(parent);
  // Coverage needs a wallet first.
  await parent.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: 1_000_000 });
  await connectPayer(parent, wallet.url);
  const path = `/api/lightning/children/${childId}/pay-limit`;
  await parent.send('PUT', path, { limit });
  // Earlier payments were on another day, and every sign-in is old.
  app.clock.advance(25 * 3_600_000);
  await forgetProofs(app.db);
  return { parent, childId };
}

/** A shop's invoice over this many sats. */
export async function invoiceOf({ receiver }: PayoutWorld, sats: number): Promise<string> {
  const reply = await fetch(`http://${receiver.host}/pay/shop?amount=${sats * 1_000}`);
  return ((await reply.json()) as { pr: string }).pr;
}

export const payInvoice = async (
  world: PayoutWorld,
  who: Visitor,
  childId: string,
  sats: number,
): Promise<Reply> =>
  who.send('POST', '/api/lightning/pay', {
    childId,
    paymentRequest: await invoiceOf(world, sats),
  });

export const enter = (
  parent: Visitor,
  childId: string,
  sats: number,
  type = 'earned',
): Promise<Reply> =>
  parent.send('POST', '/api/transactions', {
    ...{ childId, type, description: 'Given' },
    amount: `0.${String(sats).padStart(8, '0')}`,
  });

/** How often this person was notified that money was moved. */
export const moneyMessages = async (who: Visitor): Promise<number> =>
  ((await who.get('/api/messages')).body as Message[]).filter(({ kind }) => kind === 'money_moved')
    .length;
