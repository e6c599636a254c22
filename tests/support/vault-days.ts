/** A family with pay days collected for the vault, and events of a vault day. */
import { scanContext } from '../../src/app/workers.ts';
import type { VaultDay } from '../../src/features/money/wallet/vault-days/contract.ts';
import { watchChain } from '../../src/features/money/wallet/watch.ts';
import { type LabInfo, press } from '../../testkit/control.ts';
import type { TestApp } from './app.ts';
import { addChild } from './family.ts';
import { setPayoutPlan } from './payouts.ts';
import { newWallet } from './wallets.ts';

/** Collected for Mia and for Leo, in sats. */
export const COLLECTED = [10_000, 25_000] as const;

/** The children are old enough to have cards of their wallets. */
export async function collectingHome(app: TestApp, lab: LabInfo, email: string) {
  const parent = await app.signIn(email);
  const wallet = newWallet('regtest');
  await parent.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  await parent.send('POST', '/api/wallet/configure', { walletXpub: wallet.vpub });
  const child = { age: 11, allowanceDay: app.clock.now.getUTCDay() };
  const mia = await addChild(parent, child);
  const leo = await addChild(parent, { ...child, name: 'Leo', weeklyAllowance: '0.00025' });
  const kids = [mia.id, leo.id] as const;
  for (const id of kids) await setPayoutPlan(parent, id, 'vault');
  await parent.send('POST', '/api/process-allowances');
  const children = [
    { childId: mia.id, seenAmount: '0.0001' },
    { childId: leo.id, seenAmount: '0.00025' },
  ];
  const begin = async () => {
    const reply = await parent.send('POST', '/api/vault-days', { children });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body as VaultDay;
  };
  /** One transaction from a stranger's wallet. @param sats for Mia and for Leo */
  const pay = async ({ parts }: VaultDay, sats: readonly [number, number] = COLLECTED) => {
    const payments = parts.map(({ childName, toAddress }) => ({
      ...{ address: toAddress, sats: sats[childName === 'Mia' ? 0 : 1] },
    }));
    return String((await press(lab, 'send', { payments })).txid);
  };
  /** A person opens the page for a moment. */
  const look = () => {
    app.clock.advance(10_000);
    return parent.send('POST', `/api/wallet/sync/${mia.id}`);
  };
  /** The task's work after a change of the chain. */
  const watch = () => {
    app.clock.advance(1_000);
    return watchChain(scanContext(app.services, app.services.jobs));
  };
  const mine = async () => {
    await press(lab, 'mine', {});
    await watch();
  };
  const reorg = async () => {
    await press(lab, 'reorg', { forget: false });
    await watch();
  };
  const name = ({ id }: VaultDay, transactionId: string) =>
    parent.send('POST', `/api/vault-days/${id}/transaction`, { transactionId });
  const cancel = ({ id }: VaultDay) => parent.send('DELETE', `/api/vault-days/${id}`);
  return {
    ...{ parent, wallet, kids, wish: { children } },
    ...{ begin, pay, look, watch, mine, reorg, name, cancel },
  };
}
export type CollectingHome = Awaited<ReturnType<typeof collectingHome>>;
