/**
 * Each stored book, opened by this version: all GET calls give everybody the replies of the version
 * that wrote it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect } from '#server/db/database.ts';
import { migrate } from '#server/db/migrate.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { freshDatabase, SEAL_KEY, type TestApp, type Visitor } from '#tests/support/app.ts';
import { everything } from '#tests/support/backups.ts';
import { openBook, readerOf } from '#tests/support/keep-book.ts';
import { databaseOf, KEPT, KEYS, recordedAnswers, VERSIONS } from '#tests/support/upgrades.ts';
import { restoreDatabase } from '#tools/database-backup/restore.ts';

test('the book of the first supported version is kept', () => {
  expect(VERSIONS).toContain('0.9.0');
});

describe.each(VERSIONS)('of %s', (version) => {
  const { at, people } = recordedAnswers(version);
  let app: TestApp;
  beforeAll(async () => {
    const address = await databaseOf(version);
    const db = connect(address, 1);
    await migrate(db.owner);
    const restored = connect(await freshDatabase('template0'), 1);
    const { secretKey, ...given } = KEYS;
    await restoreDatabase(restored, `${KEPT}/${version}/book.backup`, secretKey, given);
    expect(await everything(restored)).toEqual(await everything(db));
    await restored.close();
    await db.close();
    app = await openBook(address, at);
  });
  afterAll(() => app.close());

  test('the book adds up, entry by entry', async () => {
    const { problems, entries } = await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now);
    expect([problems, entries > 250]).toEqual([[], true]);
  });

  test.for(Object.keys(people))('%s gets the replies of that version', async (name) => {
    const { cookies, answers } = people[name] as (typeof people)[string];
    const who = readerOf(app, cookies);
    for (const [path, recorded] of Object.entries(answers)) {
      const said = path === '/api/dashboard' ? withUnread(recorded, answers) : recorded;
      expect(known(await read(who, path, said.body), said), path).toEqual(said);
    }
  });
});

type Answers = ReturnType<typeof recordedAnswers>['people'][string]['answers'];

/**
 * In 0.9.0, Home omitted messages stored for a child without a sign-in; the call that counts them
 * did not.
 */
function withUnread(home: Answers[string], answers: Answers): Answers[string] {
  const { unread } = (answers['/api/messages/unread']?.body ?? {}) as { unread?: number };
  if (unread === undefined) return home;
  return { ...home, body: { ...(home.body as object), unreadMessages: unread } };
}

/** In 0.9.0 a page of the list was twice as long, so two pages are read here. */
async function read(who: Visitor, path: string, then: unknown): Promise<object> {
  const { status, body, text } = await who.get(path);
  const { entries, next } = (body ?? {}) as { entries?: object[]; next?: string | null };
  const wanted = (then as { entries?: object[] } | undefined)?.entries?.length ?? 0;
  if (!entries || !next || wanted <= entries.length) return { status, body: body ?? text };
  const older = await who.get(`${path}${path.includes('?') ? '&' : '?'}before=${next}`);
  const second = older.body as { entries: object[] };
  return { status, body: { ...second, entries: [...entries, ...second.entries] } };
}

/** Only the fields of that version: later ones may add some, but change none. */
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
