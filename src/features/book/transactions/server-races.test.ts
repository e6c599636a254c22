/** Making entries during other changes to the family, at this instance or another. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatBtc } from '#core/money.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { SEAL_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsSpouse, message } from '#tests/support/family.ts';
import { untilWaiting } from '#tests/support/lock-waits.ts';
import { snapshot } from '#tests/support/world.ts';
import type { Transaction } from './contract.ts';

let app: TestApp;
let other: TestApp;
let anna: Visitor;
/** Anna's browser at the other instance. */
let elsewhere: Visitor;
let nth = 0;
beforeAll(async () => {
  app = await startApp();
  other = await startApp({ address: app.address });
  anna = await app.signIn('anna@example.com');
  elsewhere = other.visitor('10.9.9.9');
  for (const [name, value] of anna.cookies) elsewhere.cookies.set(name, value);
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const enter = (who: Visitor, childId: string, over: object = {}, key = `race-${++nth}-of-many`) =>
  who.send(
    'POST',
    '/api/transactions',
    { childId, type: 'bonus', amount: '0.00000021', description: 'Leaves', ...over },
    { 'idempotency-key': key },
  );

/** A child with one entry. */
async function childOf(who = anna, over: object = {}) {
  const child = await addChild(who, over);
  expect((await enter(who, child.id)).status).toBe(200);
  return child;
}

const savings = async (id: string) => (await getChild(anna, id)).savingsBalance;
/** Until a call waits for a lock. */
const waiting = () => untilWaiting(app.db.owner);

const familyOf = async (childId: string) => {
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM child WHERE child_id = ${childId}`;
  return row?.familyId as string;
};

test('a child that another instance removed gets nothing: 404, and nothing is written', async () => {
  const mia = await childOf();
  await anna.send('DELETE', `/api/children/${mia.id}`);
  const before = await snapshot(app);
  expect((await enter(anna, mia.id)).status).toBe(404);
  expect(await snapshot(app)).toBe(before);

  const leo = await childOf();
  expect((await elsewhere.send('DELETE', `/api/children/${leo.id}`)).status).toBe(200);
  const then = await snapshot(app);
  expect((await enter(anna, leo.id)).status).toBe(404);
  expect(await snapshot(app)).toBe(then);
});

test('a child that is removed while the call waits gets nothing', async () => {
  const mia = await childOf();
  const familyId = await familyOf(mia.id);
  let late: Promise<{ status: number }> = Promise.resolve({ status: 0 });
  await other.db.changeFamily(familyId, async (tx) => {
    await tx`UPDATE child SET removed_at = now() WHERE child_id = ${mia.id}`;
    late = enter(anna, mia.id);
    await waiting();
  });
  expect((await late).status).toBe(404);
  const [{ count } = { count: -1n }] = await app.db.owner<{ count: bigint }[]>`
    SELECT count(*) FROM entry WHERE child_id = ${mia.id}`;
  expect(count).toBe(1n);
});

test('a child of another family is no child', async () => {
  const zoe = await app.signIn('zoe@example.com');
  const kim = await childOf(zoe);
  const before = await snapshot(app);
  expect((await enter(anna, kim.id)).status).toBe(404);
  expect(await snapshot(app)).toBe(before);
});

test('somebody whose session was ended, or whose rights were taken, at another instance enters nothing', async () => {
  const mia = await childOf();
  const spouse = await joinAsSpouse(app, anna, 'ben@example.com');
  expect((await enter(spouse, mia.id)).status).toBe(200);
  expect((await elsewhere.send('DELETE', '/api/family/spouse')).status).toBe(200);
  const before = await snapshot(app);
  expect((await enter(spouse, mia.id)).status).toBe(401);
  expect(await snapshot(app)).toBe(before);

  const tablet = app.visitor('10.9.9.8');
  const signedIn = await app.signIn('anna@example.com');
  for (const [name, value] of signedIn.cookies) tablet.cookies.set(name, value);
  expect((await enter(tablet, mia.id)).status).toBe(200);
  const [session] = await app.db.owner<{ sessionId: string }[]>`
    UPDATE session SET handed_to = ${mia.id}
    WHERE session_id = (SELECT session_id FROM session
      ORDER BY created_at DESC, session_id DESC LIMIT 1)
    RETURNING session_id`;
  expect((await enter(tablet, mia.id)).status).toBe(403);
  await app.db.owner`DELETE FROM session WHERE session_id = ${session?.sessionId as string}`;
  expect((await enter(tablet, mia.id)).status).toBe(401);
});

test('what is not there is not spent: the same refusal, no line, and no key that is used up', async () => {
  const mia = await childOf();
  const spend = () =>
    enter(anna, mia.id, { type: 'spending', description: 'Comic' }, 'race-comic-book');
  const before = await snapshot(app);
  const refused = await spend();
  expect([refused.status, message(refused)]).toEqual([409, 'You don’t have enough for this']);
  expect(await snapshot(app)).toBe(before);
  await enter(anna, mia.id, { type: 'earned' });
  expect((await spend()).status).toBe(200);
  expect((await spend()).status).toBe(200);
  expect((await getChild(anna, mia.id)).spendingBalance).toBe('0.00000000');
});

test('a key that was used for another request is refused, and the same request gets the same reply', async () => {
  const mia = await childOf();
  const first = await enter(anna, mia.id, {}, 'race-used-key');
  const again = await enter(anna, mia.id, { amount: '0.00000022' }, 'race-used-key');
  expect([again.status, (again.body as { code: string }).code]).toEqual([422, 'KEY_REUSED']);
  expect((await enter(anna, mia.id, {}, 'race-used-key')).text).toBe(first.text);
  expect(await savings(mia.id)).toBe('0.00000042');
});

test('a name that another instance changed is the one that the reply and the book say', async () => {
  const mia = await childOf();
  await elsewhere.send('PATCH', `/api/children/${mia.id}`, { name: 'Mia Maria' });
  const reply = await enter(anna, mia.id);
  expect((reply.body as Transaction).childName).toBe('Mia Maria');
  expect(await savings(mia.id)).toBe('0.00000042');
});

test('the same key twenty times at once, at two instances, is one entry and one reply (PLAT-26)', async () => {
  const mia = await childOf();
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      enter(i % 2 ? anna : elsewhere, mia.id, {}, 'race-twenty-at-once'),
    ),
  );
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  expect(await savings(mia.id)).toBe('0.00000042');
});

test('somebody who is removed while their call waits for the lock enters nothing', async () => {
  const mia = await childOf();
  const familyId = await familyOf(mia.id);
  const spouse = await joinAsSpouse(app, anna, 'tom@example.com');
  let late: Promise<{ status: number }> = Promise.resolve({ status: 0 });
  await other.db.changeFamily(familyId, async (tx) => {
    await tx`SELECT 1`; // the lock is taken
    late = enter(spouse, mia.id);
    await waiting();
    await tx`DELETE FROM session USING users
      WHERE session.user_id = users.user_id AND users.email = 'tom@example.com'`;
  });
  expect((await late).status).toBe(401);
  expect(await savings(mia.id)).toBe('0.00000021');
});

test('who has no session locks no family', async () => {
  const mia = await childOf();
  const familyId = await familyOf(mia.id);
  const revision = async () =>
    (await app.db.owner`SELECT revision, xmax FROM family WHERE family_id = ${familyId}`)[0];
  const stranger = app.visitor('10.9.9.7');
  stranger.cookies.set('__Host-session', `${familyId}.${'x'.repeat(43)}`);
  const before = await revision();
  await other.db.changeFamily(familyId, async (tx) => {
    await tx`SELECT 1`; // the lock is taken
    expect((await enter(stranger, mia.id)).status).toBe(401); // it does not wait
  });
  const after = await revision();
  expect((await enter(stranger, mia.id)).status).toBe(401);
  expect(await revision()).toEqual(after);
  expect(after).not.toEqual(before);
});

test('a locked family delays only its own calls', async () => {
  const mia = await childOf();
  const zoe = await app.signIn('zoe2@example.com');
  const kim = await childOf(zoe);
  let late: ReturnType<typeof enter>[] = [];
  await other.db.changeFamily(await familyOf(mia.id), async (tx) => {
    await tx`SELECT 1`; // the lock is taken
    late = Array.from({ length: 6 }, () => enter(anna, mia.id));
    for (let i = 0; i < 10; i++) expect((await enter(zoe, kim.id)).status).toBe(200);
  });
  for (const { status } of await Promise.all(late)) expect(status).toBe(200);
  expect(await savings(mia.id)).toBe('0.00000147');
});

test('what was entered is on the first screen at once, at every instance', async () => {
  const mia = await childOf();
  const shown = async (who: Visitor) => (await who.get('/api/dashboard')).text;
  for (let i = 0; i < 3; i++) {
    await Promise.all([shown(anna), shown(elsewhere)]);
    await enter(anna, mia.id, { description: `Raked ${i} heaps` });
    for (const who of [anna, elsewhere]) expect(await shown(who)).toContain(`Raked ${i} heaps`);
  }
});

test('backends are terminated under load: a retry with the same key is booked once (PLAT-26)', async () => {
  const parents = await Promise.all([
    app.signIn('p1@example.com'),
    app.signIn('p2@example.com'),
    app.signIn('p3@example.com'),
  ]);
  const children: string[] = [];
  for (const parent of parents) children.push((await childOf(parent)).id);
  const KEYS = 40;
  let done = 0;
  let ended = 0;
  /** After this many calls, no matter what the others do. */
  const endBackends = async () => {
    const gone = await app.db.owner`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'satling-app'
        AND state <> 'idle'`;
    ended += gone.length;
  };
  const untilDone = async (i: number, key: string) => {
    for (let tries = 1; tries <= 50; tries++) {
      const reply = await enter(parents[i] as Visitor, children[i] as string, {}, key);
      if (reply.status === 200) {
        done += 1;
        if (done % 15 === 0) await endBackends();
        return;
      }
      expect(reply.status).toBe(503); // its outcome is unknown
      await new Promise((resolve) => setTimeout(resolve, 50)); // replies take time
    }
    throw new Error(`${key} was never done`);
  };
  await Promise.all(
    parents.flatMap((_, i) =>
      Array.from({ length: KEYS }, (_, n) => untilDone(i, `end-${i}-${n}-of-it`)),
    ),
  );
  expect(ended).toBeGreaterThan(0);
  for (const [i, id] of children.entries()) {
    const book = await getChild(parents[i] as Visitor, id);
    expect(book.savingsBalance).toBe(formatBtc(BigInt(21 * (KEYS + 1))));
    const [row] = await app.db.owner<{ entries: bigint; keys: bigint; sum: bigint }[]>`
      SELECT count(*) AS entries, sum(amount_sats)::bigint AS sum,
        (SELECT count(*) FROM idempotency WHERE reply LIKE ${`%${id}%`} AND key LIKE 'end-%') AS keys
      FROM entry WHERE child_id = ${id}`;
    expect(row).toEqual({
      entries: BigInt(KEYS + 1),
      keys: BigInt(KEYS),
      sum: BigInt(21 * (KEYS + 1)),
    });
  }
  expect((await verifyLedger(app.db.owner, SEAL_KEY, app.clock.now)).problems).toEqual([]);
});
