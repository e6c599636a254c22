/** The first screen costs the database one statement, whatever stands on it. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startApp, type TestApp, type Visitor } from '../support/app.ts';
import { addChild, joinAsChild, record } from '../support/family.ts';
import { addGoal } from '../support/goals.ts';

let app: TestApp;
let anna: Visitor;
let mia: Visitor;
beforeAll(async () => {
  app = await startApp();
  anna = await app.signIn('anna@example.com');
  const { id } = await addChild(anna);
  await record(anna, id, 'bonus', '0.001');
  await addGoal(anna);
  mia = await joinAsChild(app, anna, id, 'mia@example.com');
});
afterAll(() => app.close());

/**
 * What this server asks the database while it answers; the driver sends each statement by `handle`.
 */
async function asked(who: Visitor, path: string, of = app): Promise<string[]> {
  const shared = Object.getPrototypeOf(of.db.app`SELECT`) as { handle: () => Promise<void> };
  const sending = vi.spyOn(shared, 'handle');
  const reply = await who.get(path);
  const statements = new Set(sending.mock.contexts as unknown as { strings: string[] }[]);
  sending.mockRestore();
  expect(reply.status).toBe(200);
  return (
    [...statements]
      .map(({ strings }) => strings.join('').trim())
      // Beside the frame of the transaction: what the driver asks once of each new connection.
      .filter((text) => !/^(BEGIN|COMMIT)\b|pg_catalog\.pg_type/.test(text))
  );
}

test('DASH-01 all that stands on the dashboard, and who asks, is one statement', async () => {
  expect((await asked(anna, '/api/children')).length).toBeGreaterThan(1);
  for (const who of [anna, mia]) {
    const statements = await asked(who, '/api/dashboard');
    expect(statements.length).toBe(1);
    expect(statements[0]).toMatch(/^WITH me AS/);
  }
});

test('DASH-01 the same again is one small statement; after a change the book is read anew', async () => {
  // The server of the other tests holds what it remembers against the book.
  const usual = await startApp({ address: app.address, checksReplies: false });
  const { id } = await addChild(anna);
  const again = usual.visitor();
  for (const [name, value] of anna.cookies) again.cookies.set(name, value);
  const kinds = async () =>
    (await asked(again, '/api/dashboard', usual)).flatMap(
      (text) => /^(WITH me|SELECT me)/.exec(text)?.slice(1) ?? [],
    );
  try {
    expect(await kinds()).toEqual(['WITH me']);
    expect(await kinds()).toEqual(['SELECT me']);
    await record(anna, id, 'bonus', '0.001');
    expect(await kinds()).toEqual(['SELECT me', 'WITH me']);
    expect(await kinds()).toEqual(['SELECT me']);
  } finally {
    await usual.close();
  }
});
