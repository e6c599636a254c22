/** Rows of the calls about a child's requests and transfers. */
import {
  adults,
  adultsAndTheChildItself,
  adultsOfThisFamily,
  nothing,
  type Row,
  signedIn,
} from './authorisation-rows.ts';
import type { ActorsWorld } from './world.ts';

export const requestRows: Record<string, Row> = {
  'approvals.canApprove': { input: nothing, expect: signedIn },
  'approvals.list': { input: nothing, expect: signedIn },
  'approvals.ask': { input: miaAsks, expect: adultsAndTheChildItself },
  'approvals.withdrawals': { input: nothing, expect: signedIn },
  'approvals.decide': {
    input: async (w) => ({ id: await openRequest(w), approved: true }),
    expect: adultsOfThisFamily,
  },
  'approvals.decideWithdrawal': {
    input: async (w) => ({ id: await openRequest(w), approved: false, reason: 'Later' }),
    expect: adultsOfThisFamily,
  },
  // Nothing in it needs to exist: other families simply have no such request to approve.
  'approvals.approveAll': {
    input: async (w) => ({ ids: [await openRequest(w)] }),
    expect: adults,
  },
  'approvals.takeBack': {
    input: async (w) => ({ id: await openRequest(w) }),
    expect: adultsAndTheChildItself,
  },
  'approvals.initiateTransfer': {
    input: async (w) => ({ ...miaMoves(w), transactionId: await openTransfer(w) }),
    expect: adultsAndTheChildItself,
  },
  'approvals.pendingTransfers': { input: nothing, expect: signedIn },
  'approvals.approveTransfer': {
    input: async (w) => ({ transferId: await openTransfer(w), approved: true }),
    expect: adultsOfThisFamily,
  },
};

function miaAsks({ mia: childId }: ActorsWorld) {
  return { childId, amount: '0.00000001', reason: 'Test' };
}

function miaMoves({ mia: childId }: ActorsWorld) {
  return { childId, amount: '0.00000001', description: 'Test' };
}

/** An open request of Mia's, even after other rows' answers. */
export async function openRequest(world: ActorsWorld): Promise<string> {
  const mia = await world.as('child');
  const open = (await mia.get('/api/withdrawal-requests')).body as { id: string }[];
  if (open[0]) return open[0].id;
  await world.fill();
  const reply = await mia.send('POST', '/api/withdrawal-requests', miaAsks(world));
  return (reply.body as { id: string }).id;
}

async function openTransfer(world: ActorsWorld): Promise<string> {
  const mia = await world.as('child');
  const open = (await mia.get('/api/savings-transfers/pending')).body as { id: string }[];
  if (open[0]) return open[0].id;
  await world.fill();
  const sent = { ...miaMoves(world), type: 'savings_deposit' };
  const reply = await mia.send('POST', '/api/transactions', sent);
  return (reply.body as { id: string }).id;
}
