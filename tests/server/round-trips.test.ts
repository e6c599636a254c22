/** Statements and round trips of a call, counted on the wire. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, startApp, type TestApp, type Visitor } from '../support/app.ts';
import { addChild, joinAsChild, record } from '../support/family.ts';
import { addGoal } from '../support/goals.ts';
import { type Relay, startRelay } from '../support/statements.ts';

let relay: Relay;
let app: TestApp;
let anna: Visitor;
let mia: Visitor;
let child: string;
beforeAll(async () => {
  relay = await startRelay(await freshDatabase());
  app = await startApp({ address: relay.address });
  anna = await app.signIn('anna@example.com');
  child = (await addChild(anna)).id;
  await record(anna, child, 'bonus', '0.001');
  await addGoal(anna);
  mia = await joinAsChild(app, anna, child, 'mia@example.com');
});
afterAll(async () => {
  await app.close();
  await relay.close();
});

/**
 * Runs the call once to prepare the statements, as each connection does, and once to count its
 * transaction; jobs and NOTIFY use other connections.
 */
async function cost(work: () => Promise<{ status: number }>, status = 200) {
  await work();
  const sent = await relay.during(async () => {
    expect((await work()).status).toBe(status);
  });
  const [call, ...others] = sent.filter(({ statements: [first = ''] }) =>
    /^BEGIN.*;SET LOCAL app\.family_id/.test(first),
  );
  expect(others).toEqual([]);
  const { statements = [], roundTrips = 0 } = call ?? {};
  return { statements: statements.slice(1, -1).map((text) => text.trim()), roundTrips };
}

test('the whole dashboard, with the person who asks, takes one statement (DASH-01)', async () => {
  for (const who of [anna, mia]) {
    const { statements, roundTrips } = await cost(() => who.get('/api/dashboard'));
    expect(statements.length).toBe(1);
    expect(statements[0]).toMatch(/^WITH me AS/);
    expect(roundTrips).toBe(1);
  }
});

test('an unchanged dashboard takes one small statement (DASH-01)', async () => {
  const { headers } = await anna.get('/api/dashboard');
  const held = { 'if-none-match': String(headers.etag) };
  const { statements, roundTrips } = await cost(() => anna.get('/api/dashboard', held), 304);
  expect(statements.length).toBe(1);
  expect(statements[0]).toMatch(/^SELECT me\.\*/);
  expect(roundTrips).toBe(1);
});

test('an entry by a parent takes at most three round trips to the database (TXN-01)', async () => {
  let nth = 0;
  const enter = () =>
    anna.send(
      'POST',
      '/api/transactions',
      { childId: child, type: 'bonus', amount: '0.00000021', description: 'Leaves' },
      { 'idempotency-key': `round-trips-${++nth}` },
    );
  const { statements, roundTrips } = await cost(enter);
  expect(roundTrips, statements.join('\n')).toBeLessThanOrEqual(3);
  expect(roundTrips).toBeGreaterThan(0);
});
