/** Calls of family members for many tests. */
import { erasers } from '../../src/app/erasers.ts';
import { eraseBooks } from '../../src/features/people/children/closing.ts';
import type { Child } from '../../src/features/people/children/contract.ts';
import type { Reply, TestApp, Visitor } from './app.ts';
import { keepBrowserFresh } from './proof.ts';

export const message = (reply: Reply) => (reply.body as { message: string }).message;

export async function addChild(parent: Visitor, over: object = {}): Promise<Child> {
  const body = { name: 'Mia', age: 9, weeklyAllowance: '0.0001', allowanceDay: 3, ...over };
  const reply = await parent.send('POST', '/api/children', body);
  if (reply.status !== 200) throw new Error(`The child was not made: ${reply.text}`);
  return reply.body;
}

export const getChild = async (visitor: Visitor, id: string): Promise<Child> =>
  (await visitor.get(`/api/children/${id}`)).body;

export const record = (
  visitor: Visitor,
  childId: string,
  type: string,
  amount: string,
  description = 'Test',
): Promise<Reply> =>
  visitor.send('POST', '/api/transactions', { childId, type, amount, description });

/** The worker's task 72 hours later: closed books are erased for good. */
export const eraseClosedBooks = (app: TestApp) =>
  eraseBooks(app.db.owner, erasers, new Date(app.clock.now.getTime() + 72 * 3_600_000));

/** The ids of this person's open invitations. */
export const invitations = async (visitor: Visitor): Promise<string[]> =>
  ((await visitor.get('/api/invitations')).body as { id: string }[]).map(({ id }) => id);

export const answer = (visitor: Visitor, id: string | undefined, how: 'join' | 'decline') =>
  visitor.send('POST', `/api/invitations/${id}/${how}`);

/** Invites an address as the other parent; the person signs in and joins. */
export async function joinAsSpouse(app: TestApp, parent: Visitor, email: string) {
  await parent.send('POST', '/api/family/invite-spouse', { email });
  return joinNewest(app, email);
}

/** Lets a child sign in; the child signs in and joins. */
export async function joinAsChild(app: TestApp, parent: Visitor, childId: string, email: string) {
  await parent.send('POST', `/api/children/${childId}/sign-in`, { email });
  return joinNewest(app, email);
}

async function joinNewest(app: TestApp, email: string): Promise<Visitor> {
  const visitor = await app.signIn(email);
  const reply = await answer(visitor, (await invitations(visitor))[0], 'join');
  if (reply.status !== 200) throw new Error(`Joining failed: ${reply.text}`);
  await keepBrowserFresh(app.db, visitor.cookies);
  return visitor;
}
