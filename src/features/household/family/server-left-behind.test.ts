/** Traces of an adult who has left: authorship, and no access. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, answer, invitations, joinAsSpouse, record } from '#tests/support/family.ts';
import { ask, verify } from '#tests/support/links.ts';
import { DEFAULT_SPOUSE_SHARE } from './contract.ts';

let app: TestApp;
let anna: Visitor;
let tom: Visitor;
let toms: { userId: string; familyId: string };
beforeAll(async () => {
  app = await startApp();
  anna = await app.signIn('anna@example.com');
  const { id: childId } = await addChild(anna);
  tom = await joinAsSpouse(app, anna, 'tom@example.com');
  const [row] = await app.db.owner<(typeof toms)[]>`
    SELECT user_id, family_id FROM users WHERE email = 'tom@example.com'`;
  toms = row as typeof toms;
  await record(tom, childId, 'bonus', '0.001');
  await tom.send('PUT', '/api/family/pin', { pin: '2580' });
  const invited = { email: 'mia@example.com' };
  expect((await tom.send('POST', `/api/children/${childId}/sign-in`, invited)).status).toBe(200);
  const ask = { childId, amount: '0.0001', reason: 'Boots' };
  expect((await anna.send('POST', '/api/withdrawal-requests', ask)).status).toBe(200);
  const share = await anna.send('PATCH', '/api/family/net-worth-sharing', { spouseShare: 70 });
  expect(share.status, share.text).toBe(200);
  await opensVault();
  for (const [purpose, type] of [
    ['spend', 'phoenixd'],
    ['receive', 'alby_hub'],
  ] as const)
    await app.db.owner`
      INSERT INTO lightning_connection (family_id, purpose, connection_id, type, provider, state,
        checked_at, look_at, connected_by, connected_at, without_budget)
      VALUES (${toms.familyId}, ${purpose}, ${crypto.randomUUID()}, ${type}, 'Home', 'connected',
        ${app.clock.now}, ${app.clock.now}, gen_random_uuid(), ${app.clock.now}, true)`;
});
afterAll(() => app.close());

/** A passkey of his opens the family's encrypted wallet. */
async function opensVault(): Promise<void> {
  const { familyId, userId } = toms;
  const passkeyId = crypto.randomUUID();
  await app.db.owner`
    INSERT INTO passkey (passkey_id, user_id, credential_id, public_key, counter, transports,
      has_prf, device, created_at)
    VALUES (${passkeyId}, ${userId}, ${userId}, ${Buffer.from('key')}, 0, '', true, 'Firefox',
      ${app.clock.now})`;
  await app.db.owner`
    INSERT INTO vault_passkey (family_id, passkey_id, salt, sealed, created_at)
    VALUES (${familyId}, ${passkeyId}, 'c2FsdA==', 'c2VhbGVk', ${app.clock.now})`;
}

/** Columns of the family's rows with his id, and whether his passkey opens its wallet. */
async function namedIn(): Promise<string[]> {
  const { familyId, userId } = toms;
  const columns = await app.db.owner<{ name: string; place: string }[]>`
    SELECT c.table_name AS name, c.column_name AS place FROM information_schema.columns c
    JOIN information_schema.columns f ON f.table_schema = c.table_schema
      AND f.table_name = c.table_name AND f.column_name = 'family_id'
    WHERE c.table_schema = 'public' AND c.data_type IN ('uuid', 'ARRAY')`;
  const found: string[] = [];
  for (const { name, place } of columns) {
    const rows = await app.db.owner.unsafe(
      `SELECT FROM ${name} t WHERE family_id = $1 AND ${place}::text LIKE '%' || $2 || '%' LIMIT 1`,
      [familyId, userId],
    );
    if (rows.length > 0) found.push(`${name}.${place}`);
  }
  const opens = await app.db.owner`SELECT FROM vault_passkey WHERE family_id = ${familyId}`;
  return [...found, ...(opens.length > 0 ? ['vault_passkey'] : [])].sort();
}

test('the family keeps who wrote and who invited, but no PIN, message or passkey (T19b)', async () => {
  expect(await namedIn()).toEqual([
    ...['entry.made_by', 'invitation.invited_by', 'message.user_id', 'parent_pin.user_id'],
    ...['users.user_id', 'vault_passkey'],
  ]);
  expect((await anna.send('DELETE', '/api/family/spouse')).status).toBe(200);
  expect(await namedIn()).toEqual(['entry.made_by', 'invitation.invited_by']);
  const [family] = await app.db.owner`
    SELECT spouse_share FROM family WHERE family_id = ${toms.familyId}`;
  expect(family).toEqual({ spouseShare: DEFAULT_SPOUSE_SHARE });
  // He knew their secrets, in any kind of wallet.
  const connections = await app.db.owner<{ isDue: boolean }[]>`
    SELECT rotation_due AS is_due FROM lightning_connection`;
  expect(connections.map(({ isDue }) => isDue)).toEqual([true, true]);
  const open = await app.db.owner`
    SELECT FROM invitation WHERE family_id = ${toms.familyId} AND answer IS NULL`;
  expect(open).toHaveLength(0);
});

test('who joins a family is signed in there alone: other browsers and open links are worth nothing (T19c)', async () => {
  const host = await app.signIn('host@example.com');
  await host.send('POST', '/api/family/invite-spouse', { email: 'guest@example.com' });
  const [joins, elsewhere] = [
    await app.signIn('guest@example.com'),
    await app.signIn('guest@example.com'),
  ];
  await joins.send('PUT', '/api/family/pin', { pin: '2580' });
  const { token } = await ask(app, app.visitor('10.9.9.9'), 'guest@example.com');
  expect((await answer(joins, (await invitations(joins))[0], 'join')).status).toBe(200);
  expect((await joins.get('/api/auth/user')).status).toBe(200);
  expect((await elsewhere.get('/api/auth/user')).status).toBe(401);
  expect((await verify(app.visitor('10.9.9.9'), token)).status).toBe(401);
  const pins = await app.db.owner`
    SELECT FROM parent_pin JOIN users USING (user_id) WHERE email = 'guest@example.com'`;
  expect(pins, 'the PIN of the family that is left').toHaveLength(0);
});
