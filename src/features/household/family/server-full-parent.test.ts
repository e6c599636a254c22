/** A spouse who becomes a full parent, and adults who leave. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, joinAsSpouse, message } from '#tests/support/family.ts';
import { queuedMails } from '#tests/support/queue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const promote = (visitor: Visitor) => visitor.send('POST', '/api/family/spouse/full-parent');
const undo = (visitor: Visitor) => visitor.send('DELETE', '/api/family/spouse/full-parent');
const HOUR = 3_600_000;
const leave = (visitor: Visitor) => visitor.send('POST', '/api/family/leave');
const roleOf = async (visitor: Visitor) =>
  ((await visitor.get('/api/auth/user')).body as { role: string }).role;
const subjects = async (email: string) =>
  (await queuedMails(app.db, JOBS_KEY, email)).map(({ subject }) => subject);

async function couple(name: string) {
  const anna = await app.signIn(`${name}@example.com`);
  const mia = await addChild(anna);
  const ben = await joinAsSpouse(app, anna, `${name}-ben@example.com`);
  return { anna, ben, mia };
}

describe('a full parent (T19b FAM-22)', () => {
  test('only a parent makes one, of a spouse who is in, once', async () => {
    const alone = await app.signIn('no-spouse@example.com');
    expect(message(await promote(alone))).toBe('There is no spouse in this family yet');
    await alone.send('POST', '/api/family/invite-spouse', { email: 'not-yet@example.com' });
    expect((await promote(alone)).status).toBe(409);
    const { anna, ben } = await couple('once');
    expect((await promote(ben)).status).toBe(403);
    expect((await promote(anna)).status).toBe(200);
    expect(message(await promote(anna))).toBe('They are already a full parent');
  });

  test('waits 72 hours for the rights: until then nobody can be removed, invited, demoted or erased', async () => {
    const { anna, ben } = await couple('waits');
    await promote(anna);
    app.clock.advance(72 * HOUR - 1);
    const back = await app.signIn('waits-ben@example.com');
    expect(await roleOf(back)).toBe('spouse');
    expect((await anna.get('/api/family/spouse')).body).toMatchObject({
      isFullParent: true,
      fullParentAt: new Date(app.clock.now.getTime() + 1).toISOString(),
    });
    for (const [method, path, body] of [
      ['POST', '/api/family/deletion'],
      ['DELETE', '/api/family/spouse'],
      ['POST', '/api/family/invite-spouse', { email: 'third@example.com' }],
      ['POST', '/api/family/spouse/full-parent'],
      ['DELETE', '/api/family/spouse/full-parent'],
    ] as const)
      expect((await back.send(method, path, body)).status, `${method} ${path}`).toBe(403);
    app.clock.advance(1);
    expect(await roleOf(back)).toBe('parent');
    expect(await roleOf(ben)).toBe('parent');
    expect((await back.send('POST', '/api/family/deletion')).status).toBe(200);
  });

  test('can be undone for 72 hours; both are notified by mail', async () => {
    const { anna, ben } = await couple('undone');
    expect(message(await undo(anna))).toMatch(/^There is nothing to undo/);
    await promote(anna);
    expect((await undo(ben)).status).toBe(403);
    app.clock.advance(72 * HOUR - 1);
    expect((await undo(anna)).status).toBe(200);
    app.clock.advance(72 * HOUR);
    expect(await roleOf(ben)).toBe('spouse');
    for (const email of ['undone@example.com', 'undone-ben@example.com'])
      expect(await subjects(email)).toContain('Full parent undone on Satling');
    const again = await app.signIn('undone@example.com');
    await promote(again);
    app.clock.advance(72 * HOUR);
    expect((await undo(again)).status).toBe(409);
  });

  test('then has every right of a parent; both are notified by mail', async () => {
    const { anna, ben } = await couple('rights');
    expect((await ben.send('POST', '/api/family/resend-spouse-invitation')).status).toBe(403);
    await promote(anna);
    app.clock.advance(72 * HOUR);
    expect(await roleOf(ben)).toBe('parent');
    expect((await ben.get('/api/dashboard')).body).toMatchObject({ user: { role: 'parent' } });
    expect((await ben.send('POST', '/api/family/resend-spouse-invitation')).status).toBe(409);
    expect((await anna.get('/api/family/overview')).body).toMatchObject({
      adults: [
        { role: 'parent', isYou: true },
        { role: 'parent', isYou: false },
      ],
    });
    expect(await subjects('rights-ben@example.com')).toContain(
      'You will be a full parent on Satling',
    );
    expect(await subjects('rights@example.com')).toContain(
      'You made the other parent a full parent',
    );
  });

  test('cannot be removed, nor remove the other; the spouse’s place stays taken', async () => {
    const { anna } = await couple('fixed');
    await promote(anna);
    app.clock.advance(72 * HOUR);
    for (const email of ['fixed@example.com', 'fixed-ben@example.com']) {
      const visitor = await app.signIn(email);
      const refused = await visitor.send('DELETE', '/api/family/spouse');
      expect(message(refused)).toBe('A full parent cannot be removed; they can only leave');
      const third = await visitor.send('POST', '/api/family/invite-spouse', {
        email: 'third@example.com',
      });
      expect(message(third)).toBe('There is already a spouse in this family');
    }
  });
});

describe('leaving (T19b)', () => {
  test('the only parent cannot leave', async () => {
    const { anna, mia } = await couple('last');
    const refused = await leave(anna);
    expect([refused.status, message(refused)]).toEqual([
      409,
      'You are the only parent here. Make the other adult a full parent first.',
    ]);
    expect((await getChild(anna, mia.id)).id).toBe(mia.id);
  });

  test('a spouse leaves: signed out at once, with an empty family of their own later; both are notified', async () => {
    const { anna, ben, mia } = await couple('goes');
    const copied = app.visitor();
    for (const [name, value] of ben.cookies) copied.cookies.set(name, value);
    expect((await leave(ben)).status).toBe(200);
    expect(ben.cookies.has('__Host-session')).toBe(false);
    expect((await copied.get(`/api/children/${mia.id}`)).status).toBe(401);
    const back = await app.signIn('goes-ben@example.com');
    expect(await roleOf(back)).toBe('parent');
    expect((await back.get('/api/children')).body).toEqual([]);
    expect((await anna.get('/api/family/overview')).body).toMatchObject({
      adults: [{ share: 100 }],
    });
    expect(await subjects('goes-ben@example.com')).toContain('You left a family on Satling');
    expect(await subjects('goes@example.com')).toContain(
      'The other parent has left your family on Satling',
    );
  });

  test('the first parent leaves a full parent behind, who then is the parent', async () => {
    const { anna, ben, mia } = await couple('first');
    await promote(anna);
    expect((await leave(anna)).status).toBe(200);
    expect(await roleOf(ben)).toBe('parent');
    expect((await getChild(ben, mia.id)).parentId).toBe(
      ((await ben.get('/api/auth/user')).body as { id: string }).id,
    );
    expect((await ben.get('/api/family/spouse')).body).toBeNull();
    expect((await ben.get('/api/family/overview')).body).toMatchObject({ totalMembers: 2 });
    expect((await leave(ben)).status).toBe(409);
  });

  test('who left and is invited again is a spouse, no full parent', async () => {
    const { anna } = await couple('again');
    await promote(anna);
    app.clock.advance(72 * HOUR);
    const ben = await app.signIn('again-ben@example.com');
    expect((await leave(ben)).status).toBe(200);
    const back = await joinAsSpouse(app, anna, 'again-ben@example.com');
    expect(await roleOf(back)).toBe('spouse');
    expect((await back.send('POST', '/api/family/resend-spouse-invitation')).status).toBe(403);
  });

  test('two parents who leave at once: one stays', async () => {
    const { anna, ben } = await couple('both');
    await promote(anna);
    const replies = await Promise.all([leave(anna), leave(ben)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
