/**
 * The people of the authorization test, created by calls: a family with a parent, an accepted
 * spouse and two children who sign in; another family; an operator; an invited person who has not
 * answered; a removed person; and the parent's tablet in Mia's hands.
 */
import { addSession } from '../../src/features/people/auth/store.ts';
import { markChanged } from '../../src/server/db/revision.ts';
import type { Sql } from '../../src/server/db/sql.ts';
import { newToken, sessionCookie, sha256 } from '../../src/server/http/actor.ts';
import { startApp, type TestApp, type Visitor } from './app.ts';
import { keepFresh } from './proof.ts';

export const ACTORS = [
  'anonymous',
  'parent',
  'spouse',
  'child',
  'sibling',
  'otherParent',
  'otherChild',
  'admin',
  'invited',
  'removed',
  'handedOver',
] as const;
export type ActorName = (typeof ACTORS)[number];

export type ActorsWorld = TestApp & {
  mia: string;
  leo: string;
  /** The child of the other family. */
  otherKid: string;
  familyId: string;
  otherFamilyId: string;
  /** A new browser with this person signed in. */
  as: (actor: ActorName) => Promise<Visitor>;
  userId: (actor: ActorName) => Promise<string>;
  /** Another child in the first family. */
  newChild: () => Promise<string>;
  /** A second adult in this parent's family, new to the program. */
  newSpouse: (parent: ActorName) => Promise<void>;
  /** A sat of savings and one to spend for Mia, for her requests. */
  fill: () => Promise<void>;
};

/** The tablet belongs to the parent. */
const email = (actor: ActorName) =>
  `${(actor === 'handedOver' ? 'parent' : actor).toLowerCase()}@example.com`;

/** The operator of every program that shares the world's database. */
export const ADMIN = email('admin');

export async function makeActors(
  options: Parameters<typeof startApp>[0] = {},
): Promise<ActorsWorld> {
  const app = await startApp({ admins: [ADMIN], ...options });
  const parent = await app.signIn(email('parent'));
  await parent.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  const mia = await addChild(parent, 'Mia Secretname');
  const leo = await addChild(parent, 'Leo Hiddenname');
  await parent.send('POST', '/api/process-allowances');
  const removed = await joinAsSpouse(app, parent, email('removed'));
  await parent.send('DELETE', '/api/family/spouse');
  await joinAsSpouse(app, parent, email('spouse'));
  await joinAsChild(app, parent, mia, 'child');
  await joinAsChild(app, parent, leo, 'sibling');
  const other = await app.signIn(email('otherParent'));
  const otherKid = await addChild(other, 'Otto Elsewhere');
  await joinAsChild(app, other, otherKid, 'otherChild');
  await app.signIn(email('admin'));
  await app.signIn(email('invited'));
  // The first family already has a spouse, so the other invites this person.
  await other.send('POST', '/api/family/invite-spouse', { email: email('invited') });
  const cookies = new Map<ActorName, Map<string, string>>([['removed', removed.cookies]]);
  const userId = async (actor: ActorName) => (await userOf(app, actor)).userId;
  /** The call under test may have ended a child's sign-in. */
  const rejoin = async (actor: ActorName) => {
    const childId = { child: mia, sibling: leo, otherChild: otherKid }[actor as 'child'];
    if (!childId || (await findUser(app, actor))) return;
    await app.db.owner`
      INSERT INTO users (user_id, family_id, email, role, child_id, created_at, last_active_at)
      SELECT gen_random_uuid(), family_id, ${email(actor)}, 'child', child_id, ${app.clock.now},
        ${app.clock.now}
      FROM child WHERE child_id = ${childId}`;
    await markChanged(app.db.owner, [(await userOf(app, actor)).familyId]);
  };
  const as = async (actor: ActorName): Promise<Visitor> => {
    // Each has its own network, because wrong tries are counted by network.
    const visitor = app.visitor(`10.200.${ACTORS.indexOf(actor)}.7`);
    const held = cookies.get(actor);
    await rejoin(actor);
    if (held) for (const [name, value] of held) visitor.cookies.set(name, value);
    else if (actor !== 'anonymous')
      visitor.cookies.set('__Host-session', await session(app, actor));
    if (actor === 'handedOver') await visitor.send('POST', `/api/children/${mia}/hand-over`);
    return visitor;
  };
  return {
    ...app,
    mia,
    leo,
    otherKid,
    familyId: (await userOf(app, 'parent')).familyId,
    otherFamilyId: (await userOf(app, 'otherParent')).familyId,
    userId,
    as,
    // A new session, because the call under test may have ended every other one.
    newChild: async () => addChild(await as('parent'), 'Extra'),
    newSpouse: async (parent) => {
      await joinAsSpouse(app, await as(parent), `second.${email(parent)}`);
    },
    fill: async () => {
      const parent = await as('parent');
      for (const type of ['bonus', 'earned'])
        await parent.send('POST', '/api/transactions', {
          childId: mia,
          type,
          amount: '0.00000001',
          description: 'Test',
        });
    },
  };
}

async function findUser(app: TestApp, actor: ActorName) {
  const [row] = await app.db.owner<{ userId: string; familyId: string }[]>`
    SELECT user_id, family_id FROM users WHERE email = ${email(actor)}`;
  return row;
}

async function userOf(app: TestApp, actor: ActorName) {
  const row = await findUser(app, actor);
  if (!row) throw new Error(`There is no ${actor}`);
  return row;
}

/** Signing in by mail is tested elsewhere; here a session is written directly, as by a sign-in. */
async function session(app: TestApp, actor: ActorName): Promise<string> {
  const { userId, familyId } = await userOf(app, actor);
  const token = newToken();
  const now = app.clock.now;
  await addSession(app.db.app, { tokenHash: sha256(token), userId, device: 'Test', now });
  await keepFresh(app.db, sha256(token));
  return sessionCookie(familyId, token);
}

async function addChild(parent: Visitor, name: string): Promise<string> {
  const body = { name, age: 9, weeklyAllowance: '0.0001', allowanceDay: 3 };
  const reply = await parent.send('POST', '/api/children', body);
  return (reply.body as { id: string }).id;
}

async function joinAsSpouse(app: TestApp, parent: Visitor, address: string): Promise<Visitor> {
  await parent.send('POST', '/api/family/invite-spouse', { email: address });
  return accept(await app.signIn(address));
}

async function joinAsChild(app: TestApp, parent: Visitor, childId: string, actor: ActorName) {
  await parent.send('POST', `/api/children/${childId}/sign-in`, { email: email(actor) });
  return accept(await app.signIn(email(actor)));
}

async function accept(visitor: Visitor): Promise<Visitor> {
  const [invitation] = (await visitor.get('/api/invitations')).body as { id: string }[];
  const reply = await visitor.send('POST', `/api/invitations/${invitation?.id}/join`);
  if (reply.status !== 200) throw new Error(`Joining failed: ${reply.text}`);
  return visitor;
}

/** Tables that a refused call may write: counters without family data. */
const COUNTERS = [
  'rate_limit', // Anyone's wrong tries are counted.
  'child_write', // A child’s calls about itself are counted before the reply.
  'request_figure', // Counts replies.
  'incident', // A refusal is an event for the operator.
  'blog_view', // Views are counted in memory and written later.
];

/** Columns that a refused call may write. */
const TOUCHED: Readonly<Record<string, string>> = {
  users: 'last_active_at', // The caller is active, even if refused.
  session: 'last_seen_at', // Each use restarts the idle days.
};

/** Made once for all databases, which share one schema. */
let statement: Promise<string> | undefined;

/** A text that changes with whatever is written to the database. */
export async function snapshot({ db }: TestApp): Promise<string> {
  statement ??= snapshotStatement(db.owner);
  // A bare `unsafe` would be planned again each time; inside a template it is prepared once.
  const rows = await db.owner<{ sum: string }[]>`${db.owner.unsafe(await statement)}`;
  return rows
    .map(({ sum }) => sum)
    .sort()
    .join('\n');
}

/**
 * The tables come from the schema itself, which includes new ones. Whatever inserts or updates a
 * row stamps it with a transaction (xmin) later than all others, and whatever deletes one changes
 * the count: much quicker to read than the rows themselves.
 */
async function snapshotStatement(owner: Sql): Promise<string> {
  const tables = await owner<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables
    WHERE schemaname = 'public' AND NOT tablename = ANY (${COUNTERS}::text[])`;
  return tables
    .map(({ name }) => {
      const row = `(to_jsonb(x) - '${TOUCHED[name]}')::text`;
      const state = TOUCHED[name]
        ? `md5(string_agg(${row}, '|' ORDER BY ${row}))`
        : 'count(*) || max(xmin::text::bigint)::text';
      return `SELECT '${name} ' || coalesce(${state}, '') AS sum FROM ${name} x`;
    })
    .join(' UNION ALL ');
}
