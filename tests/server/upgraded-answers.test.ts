/** The book of 0.9.0, opened by this program: every GET call answers everybody what it answered. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBillingWallet } from '#server/billing-settings.ts';
import { connect } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { newVisitor, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { OPERATOR } from '#tests/support/play-people.ts';
import { databaseOf090, NOBODYS_WALLET, recordedAnswers } from '#tests/support/upgrades.ts';

const publicUrl = 'https://book.satling.org';
const { at, people } = recordedAnswers();
let app: TestApp;
beforeAll(async () => {
  const address = await databaseOf090();
  const db = connect(address, 1);
  await migrate(db.owner);
  await db.close();
  app = await startApp({
    ...{ address, at, admins: [OPERATOR], publicUrl },
    chain: { network: 'regtest', server: undefined, hosts: [] },
    billing: { ...readBillingWallet(NOBODYS_WALLET), monthlySats: 210n, yearlySats: 2_000n },
  });
});
afterAll(() => app.close());

test.for(Object.keys(people))('%s reads in the book what 0.9.0 said', async (name) => {
  const { cookies, answers } = people[name] as (typeof people)[string];
  const who = newVisitor(app.app, '10.9.8.7', publicUrl);
  for (const [key, value] of Object.entries(cookies)) who.cookies.set(key, value);
  const asked = Object.entries(answers);
  expect(asked.length).toBeGreaterThan(100);
  for (const [path, said] of asked) {
    expect(known(await read(who, path), said), path).toEqual(said);
  }
});

/** A page of the list held twice as many lines in 0.9.0: two are one. */
async function read(who: Visitor, path: string): Promise<object> {
  const { status, body, text } = await who.get(path);
  const { entries, next } = (body ?? {}) as { entries?: object[]; next?: string | null };
  if (!entries || !next) return { status, body: body ?? text };
  const older = await who.get(`${path}${path.includes('?') ? '&' : '?'}before=${next}`);
  const second = older.body as { entries: object[] };
  return { status, body: { ...second, entries: [...entries, ...second.entries] } };
}

/** Without what 0.9.0 did not say: later versions may say more, and never something else. */
function known(now: unknown, then: unknown): unknown {
  if (Array.isArray(now) && Array.isArray(then)) return now.map((one, i) => known(one, then[i]));
  if (!isObject(now) || !isObject(then)) return now;
  return Object.fromEntries(
    Object.entries(now).flatMap(([key, value]) =>
      key in then ? [[key, known(value, then[key])]] : [],
    ),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
