/**
 * A world with every actor of the authorisation test, made through the front door: a family with a
 * parent, an accepted spouse and two children who sign in; another family; an operator; somebody
 * who is invited but has not answered; somebody who was removed; and the parent's tablet in Mia's
 * hands.
 */
import type { SiteSettings } from '#site/server/site-settings.ts';
import { addSession } from '../../src/features/auth/store.ts';
import { newToken, sessionCookie, sha256 } from '../../src/server/http/actor.ts';
import { startApp, type TestApp, type Visitor } from './app.ts';

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
  /** A new browser in which this actor is signed in. */
  as: (actor: ActorName) => Promise<Visitor>;
  userId: (actor: ActorName) => Promise<string>;
  /** Another child in the first family. */
  newChild: () => Promise<string>;
  /** A sat for Mia's savings and one to spend, so that she can ask for something. */
  fill: () => Promise<void>;
};

/** The tablet is the parent's. */
const email = (actor: ActorName) =>
  `${(actor === 'handedOver' ? 'parent' : actor).toLowerCase()}@example.com`;

export async function makeActors(site: SiteSettings = {}): Promise<ActorsWorld> {
  const app = await startApp({ admins: [email('admin')], site });
  const parent = await app.signIn(email('parent'));
  await parent.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  const mia = await addChild(parent, 'Mia Secretname');
  const leo = await addChild(parent, 'Leo Hiddenname');
  await parent.send('POST', '/api/process-allowances');
  const removed = await joinAsSpouse(app, parent, 'removed');
  await parent.send('DELETE', '/api/family/spouse');
  await joinAsSpouse(app, parent, 'spouse');
  await joinAsChild(app, parent, mia, 'child');
  await joinAsChild(app, parent, leo, 'sibling');
  const other = await app.signIn(email('otherParent'));
  const otherKid = await addChild(other, 'Otto Elsewhere');
  await joinAsChild(app, other, otherKid, 'otherChild');
  await app.signIn(email('admin'));
  await app.signIn(email('invited'));
  // The first family has its spouse, so this person is invited by the other one.
  await other.send('POST', '/api/family/invite-spouse', { email: email('invited') });
  const cookies = new Map<ActorName, Map<string, string>>([['removed', removed.cookies]]);
  const userId = async (actor: ActorName) => (await userOf(app, actor)).userId;
  const as = async (actor: ActorName) => {
    // Homes of their own: wrong tries are counted by the network.
    const visitor = app.visitor(`10.200.${ACTORS.indexOf(actor)}.7`);
    const held = cookies.get(actor);
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
    // A session of its own: the call under test may have ended every other one.
    newChild: async () => addChild(await as('parent'), 'Extra'),
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

async function userOf(app: TestApp, actor: ActorName) {
  const [row] = await app.db.owner<{ userId: string; familyId: string }[]>`
    SELECT user_id, family_id FROM users WHERE email = ${email(actor)}`;
  if (!row) throw new Error(`There is no ${actor}`);
  return row;
}

/** Sign-in by mail is tested elsewhere; here a session is written as the sign-in writes it. */
async function session(app: TestApp, actor: ActorName): Promise<string> {
  const { userId, familyId } = await userOf(app, actor);
  const token = newToken();
  const now = app.clock.now;
  await addSession(app.db.app, { tokenHash: sha256(token), userId, device: 'Test', now });
  return sessionCookie(familyId, token);
}

async function addChild(parent: Visitor, name: string): Promise<string> {
  const body = { name, age: 9, weeklyAllowance: '0.0001', allowanceDay: 3 };
  const reply = await parent.send('POST', '/api/children', body);
  return (reply.body as { id: string }).id;
}

async function joinAsSpouse(app: TestApp, parent: Visitor, actor: ActorName): Promise<Visitor> {
  await parent.send('POST', '/api/family/invite-spouse', { email: email(actor) });
  return accept(await app.signIn(email(actor)));
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

/** Everything the database holds of a family, as one text: equal texts mean nothing changed. */
export async function snapshot(app: TestApp): Promise<string> {
  const tables = [
    'family',
    'child',
    'account',
    'entry',
    'posting',
    'hold',
    'payment_event',
    'goal',
    'goal_image',
    'goal_allocation',
    'goal_share',
    'lesson_progress',
    'goal_contribution',
    'allowance_plan',
    'allowance_pause',
    'allowance_occurrence',
    'request',
    'message',
    'wallet_import',
    'wallet_row',
    'wallet_opening',
    'wallet_file',
    'idempotency',
    'checkpoint',
    'family_deletion',
    'returned_entry',
    'users',
    'invitation',
  ];
  const sums = tables.map(
    (table) => `SELECT '${table} ' || md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), ''))
      AS sum FROM (SELECT to_jsonb(x) - 'last_active_at' AS t FROM ${table} x) s`,
  );
  // One statement, prepared once: it is asked before and after each of thousands of calls.
  const rows = await app.db.owner.unsafe(sums.join(' UNION ALL '), [], { prepare: true });
  return rows
    .map(({ sum }) => sum)
    .sort()
    .join('\n');
}
