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

/** What this server asks the database while it answers; the driver sends each statement by `handle`. */
async function asked(who: Visitor, path: string): Promise<string[]> {
  const shared = Object.getPrototypeOf(app.db.app`SELECT`) as { handle: () => Promise<void> };
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
