/**
 * A sibling has a rich book of distinctive names, ids, words and amounts; every call of the API, as
 * the child and on a tablet handed to the child, is searched for them, byte by byte.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { table } from '../support/authorisation-table.ts';
import { send } from '../support/call.ts';
import { calls } from '../support/every-call.ts';
import { type ActorsWorld, makeActors } from '../support/world.ts';

let world: ActorsWorld;
/** The sibling's ids, names, words, and amounts as BTC text and as sats. */
const hidden: string[] = [];

beforeAll(async () => {
  world = await makeActors();
  await world.fill();
  const parent = await world.as('parent');
  const sibling = await world.as('sibling');
  const { leo: childId } = world;
  const must = async (sent: Promise<{ status: number; text: string; body: unknown }>) => {
    const reply = await sent;
    if (reply.status !== 200) throw new Error(reply.text);
    const { id } = reply.body as { id?: string };
    if (id && id !== world.mia) hidden.push(id);
    return id as string;
  };
  const hide = (amount: string) => {
    hidden.push(amount, String(Number(amount.slice(2))));
    return amount;
  };
  const entry = (who: typeof parent, type: string, amount: string) =>
    must(
      who.send('POST', '/api/transactions', {
        childId,
        type,
        amount: hide(amount),
        description: 'Hiddenwords',
      }),
    );
  await entry(parent, 'bonus', '0.00771233');
  await entry(parent, 'earned', '0.00441199');
  await entry(sibling, 'spending', '0.00017771');
  await entry(sibling, 'earned', '0.00018883');
  await entry(sibling, 'savings_deposit', '0.00019991');
  await must(
    sibling.send('POST', '/api/withdrawal-requests', {
      childId,
      amount: hide('0.00123457'),
      reason: 'Hiddenreason',
    }),
  );
  const goal = { description: 'Hiddenplan', targetAmount: hide('0.03333777'), category: 'other' };
  await must(sibling.send('POST', '/api/family-goals', { ...goal, title: 'Hiddengoal' }));
  await must(
    parent.send('PATCH', `/api/children/${childId}/allowance`, {
      weeklyAllowance: hide('0.00031337'),
      allowanceDay: 1,
    }),
  );
  hidden.push(childId, 'Hidden', 'sibling@example.com', await world.userId('sibling'));
});
afterAll(() => world.close());

test('the sibling’s book is really there: a parent’s replies contain what is searched for', async () => {
  const parent = await world.as('parent');
  const everything = await Promise.all(
    [
      '/api/dashboard',
      '/api/approvals',
      '/api/family-goals',
      `/api/children/${world.leo}`,
      '/api/transactions/recent?all=true',
    ].map(async (path) => (await parent.get(path)).text),
  );
  const text = everything.join('\n');
  for (const found of ['Hiddenname', 'Hiddenwords', 'Hiddenreason', 'Hiddengoal', '0.00123457'])
    expect(text).toContain(found);
});

describe('a child gets no other child’s name, id or amount in any reply (AUTH-46 CHILD-48)', () => {
  test.each(calls)('%s', async (name, e) => {
    for (const actor of ['child', 'handedOver'] as const) {
      const visitor = await world.as(actor);
      const input = await table[name]?.input(world, actor);
      const reply = await send(visitor, e, input ?? {});
      for (const secret of hidden) expect(reply.text, `${actor} ${secret}`).not.toContain(secret);
    }
  });
});
