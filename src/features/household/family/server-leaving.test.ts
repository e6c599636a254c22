/** Leaving a family ends access at once; one of two simultaneous answers wins. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import {
  addChild,
  answer,
  getChild,
  invitations,
  joinAsChild,
  joinAsSpouse,
  message,
} from '#tests/support/family.ts';
import { ask, verify } from '#tests/support/links.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { snapshot } from '#tests/support/world.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ admins: ['ops@example.com'] });
});
afterAll(() => app.close());

const subjects = async (email: string) =>
  (await queuedMails(app.db, JOBS_KEY, email)).map(({ subject }) => subject);

describe('removing the spouse (T19b)', () => {
  test('without a spouse there is nothing to remove; an invitation is taken back', async () => {
    const anna = await app.signIn('alone@example.com');
    const none = await anna.send('DELETE', '/api/family/spouse');
    expect([none.status, message(none)]).toEqual([409, 'There is no spouse to remove']);
    await anna.send('POST', '/api/family/invite-spouse', { email: 'taken-back@example.com' });
    const other = await app.signIn('taken-back@example.com');
    const [id] = await invitations(other);
    expect((await anna.send('DELETE', '/api/family/spouse')).status).toBe(200);
    expect((await answer(other, id, 'join')).status).toBe(404);
    expect(await subjects('alone@example.com')).not.toContain(
      'You removed somebody from your family',
    );
  });

  test('somebody removed and invited again reads none of their earlier messages', async () => {
    const anna = await app.signIn('anew@example.com');
    const { id } = await addChild(anna);
    const join = () => joinAsSpouse(app, anna, 'ex-anew@example.com');
    const told = async (who: Visitor) =>
      ((await who.get('/api/messages')).body as { kind: string }[]).map(({ kind }) => kind);
    const ex = await join();
    expect((await anna.send('DELETE', `/api/children/${id}`)).status).toBe(200);
    expect(await told(ex)).toContain('book_closed');
    expect((await anna.send('DELETE', '/api/family/spouse')).status).toBe(200);
    expect(await told(await join())).not.toContain('book_closed');
  });

  test('the ex is out with the next request; link, invitations and devices are worth nothing', async () => {
    const anna = await app.signIn('anna@example.com');
    const mia = await addChild(anna);
    await anna.send('POST', '/api/family/invite-spouse', { email: 'ex@example.com' });
    const ex = await app.signIn('ex@example.com');
    const [old] = await invitations(ex);
    await answer(ex, old, 'join');
    const second = await app.signIn('ex@example.com');
    const unopened = await ask(app, app.visitor('10.66.0.1'), 'ex@example.com');
    // An invitation the ex made, to an address of the ex's, to return as the child.
    await ex.send('POST', `/api/children/${mia.id}/sign-in`, { email: 'ex-again@example.com' });
    expect((await ex.get(`/api/children/${mia.id}`)).status).toBe(200);

    const devices = () => app.db.owner`
      SELECT FROM device JOIN users USING (user_id) WHERE email = 'ex@example.com'`;
    expect((await devices()).length).toBeGreaterThan(0);
    expect((await anna.send('DELETE', '/api/family/spouse')).status).toBe(200);
    expect((await devices()).length).toBe(0);
    for (const visitor of [ex, second]) {
      expect((await visitor.get(`/api/children/${mia.id}`)).status).toBe(401);
      expect((await visitor.send('POST', '/api/process-allowances')).status).toBe(401);
    }
    expect((await verify(app.visitor(), unopened.token)).status).toBe(401);
    expect(await subjects('ex@example.com')).toContain('You were removed from a family on Satling');
    expect(await subjects('anna@example.com')).toContain('You removed somebody from your family');

    const back = await app.signIn('ex@example.com');
    expect((await back.get('/api/auth/user')).body).toMatchObject({ role: 'parent' });
    expect((await back.get('/api/children')).body).toEqual([]);
    expect((await back.get(`/api/children/${mia.id}`)).status).toBe(404);
    expect((await answer(back, old, 'join')).status).toBe(404);
    const again = await app.signIn('ex-again@example.com');
    expect(await invitations(again)).toEqual([]);
    expect((await anna.get('/api/family/spouse')).body).toBeNull();
    expect((await getChild(anna, mia.id)).name).toBe('Mia');
  });

  test('a new invitation brings the same person back in', async () => {
    const anna = await app.signIn('anna@example.com');
    const tom = await joinAsSpouse(app, anna, 'ex@example.com');
    expect((await tom.get('/api/children')).body).toHaveLength(1);
  });
});

describe('answers at the same time', () => {
  test('one invitation accepted ten times at once is accepted once (T19c)', async () => {
    const host = await app.signIn('host@example.com');
    await host.send('POST', '/api/family/invite-spouse', { email: 'eager@example.com' });
    const eager = await app.signIn('eager@example.com');
    const [id] = await invitations(eager);
    const replies = await Promise.all(Array.from({ length: 10 }, () => answer(eager, id, 'join')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    expect(
      await subjects('host@example.com').then((all) => all.filter((s) => s.includes('accepted'))),
    ).toHaveLength(1);
  });

  test('a person who accepts two families at once joins one of them (T19c)', async () => {
    const hosts = [await app.signIn('h1@example.com'), await app.signIn('h2@example.com')];
    for (const host of hosts)
      await host.send('POST', '/api/family/invite-spouse', { email: 'torn@example.com' });
    const torn = await app.signIn('torn@example.com');
    const ids = await invitations(torn);
    expect(ids).toHaveLength(2);
    const replies = await Promise.all(ids.map((id) => answer(torn, id, 'join')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const states = await Promise.all(
      hosts.map(async (host) => (await host.get('/api/family/spouse')).body as { state?: string }),
    );
    expect(states.filter((spouse) => spouse?.state === 'accepted')).toHaveLength(1);
  });

  test('two people who accept one child’s sign-in at once: one gets it (T19c)', async () => {
    const host = await app.signIn('race@example.com');
    const kid = await addChild(host);
    const invite = (email: string) =>
      host.send('POST', `/api/children/${kid.id}/sign-in`, { email });
    await invite('kid-a@example.com');
    const a = await app.signIn('kid-a@example.com');
    const [first] = await invitations(a);
    await invite('kid-b@example.com');
    const b = await app.signIn('kid-b@example.com');
    const [second] = await invitations(b);
    const replies = await Promise.all([answer(a, first, 'join'), answer(b, second, 'join')]);
    expect(replies.map(({ status }) => status)).toEqual([404, 200]);
  });

  test('two who invite each other and both say yes end up in one family', async () => {
    const [x, y] = [await app.signIn('x@example.com'), await app.signIn('y@example.com')];
    await x.send('POST', '/api/family/invite-spouse', { email: 'y@example.com' });
    await y.send('POST', '/api/family/invite-spouse', { email: 'x@example.com' });
    const [toX, toY] = [await invitations(x), await invitations(y)];
    const replies = await Promise.all([answer(x, toX[0], 'join'), answer(y, toY[0], 'join')]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  });

  test('who joins another family takes back the invitations to the one that is left', async () => {
    const leaver = await app.signIn('leaver@example.com');
    await leaver.send('POST', '/api/family/invite-spouse', { email: 'stranded@example.com' });
    const stranded = await app.signIn('stranded@example.com');
    const [id] = await invitations(stranded);
    await joinAsSpouse(app, await app.signIn('haven@example.com'), 'leaver@example.com');
    expect((await answer(stranded, id, 'join')).status).toBe(404);
  });
});

describe('a child’s own sign-in (AUTH-48)', () => {
  test('is offered by a parent, accepted by the child, and ended by a parent', async () => {
    const anna = await app.signIn('mum@example.com');
    const [mia, leo] = [await addChild(anna), await addChild(anna, { name: 'Leo' })];
    const path = `/api/children/${mia.id}/sign-in`;
    expect(message(await anna.send('DELETE', path))).toBe('This child has no sign-in of their own');
    for (const email of ['mum@example.com', 'ops@example.com'])
      expect((await anna.send('POST', path, { email })).status).toBe(400);

    const kid = await joinAsChild(app, anna, mia.id, 'mia@example.com');
    expect((await kid.get('/api/auth/user')).body).toMatchObject({
      role: 'child',
      childId: mia.id,
    });
    expect((await kid.get(`/api/children/${leo.id}`)).status).toBe(404);
    expect((await kid.get('/api/children')).status).toBe(403);
    expect(await getChild(kid, mia.id)).toMatchObject({ name: 'Mia', email: 'mia@example.com' });
    const taken = await anna.send('POST', path, { email: 'other@example.com' });
    expect([taken.status, message(taken)]).toEqual([409, 'Mia can already sign in']);

    const unopened = await ask(app, app.visitor('10.67.0.1'), 'mia@example.com');
    expect((await anna.send('DELETE', path)).status).toBe(200);
    expect((await kid.get(`/api/children/${mia.id}`)).status).toBe(401);
    expect((await verify(app.visitor(), unopened.token)).status).toBe(401);
    expect(await getChild(anna, mia.id)).toMatchObject({ email: null, userId: null });
  });

  test('does not need setting up, and cannot be used by a parent of another family', async () => {
    const anna = await app.signIn('mum@example.com');
    const mia = await addChild(anna, { name: 'Ida' });
    await joinAsChild(app, anna, mia.id, 'ida@example.com');
    const browser = app.visitor('10.68.0.1');
    const reply = await verify(browser, (await ask(app, browser, 'ida@example.com')).token);
    expect(reply.body).toMatchObject({ isNewUser: false, needsOnboarding: false });
    const stranger = await app.signIn('stranger@example.com');
    const before = await snapshot(app);
    for (const method of ['POST', 'DELETE'] as const) {
      const body = method === 'POST' ? { email: 'evil@example.com' } : {};
      const path = `/api/children/${mia.id}/sign-in`;
      expect((await stranger.send(method, path, body)).status).toBe(404);
    }
    expect(await snapshot(app)).toBe(before);
  });
});

describe('invitations are no mail cannon (T06)', () => {
  test('one address gets at most 5 invitation mails an hour, whoever sends them', async () => {
    const senders = [await app.signIn('s1@example.com'), await app.signIn('s2@example.com')];
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) {
      const sender = senders[i % 2];
      const reply = await sender?.send('POST', '/api/family/invite-spouse', {
        email: 'flooded@example.com',
      });
      statuses.push(reply?.status ?? 0);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(await subjects('flooded@example.com')).toHaveLength(5);
    app.clock.advance(3_600_000);
    const later = await senders[0]?.send('POST', '/api/family/resend-spouse-invitation');
    expect(later?.status).toBe(200);
  });

  test('one family sends at most 20 an hour, to any addresses', async () => {
    const sender = await app.signIn('cannon@example.com');
    const kid = await addChild(sender);
    const statuses: number[] = [];
    for (let i = 0; i < 25; i++) {
      const [path, email] = [`/api/children/${kid.id}/sign-in`, `target${i}@example.com`];
      statuses.push((await sender.send('POST', path, { email })).status);
    }
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(200));
    expect(statuses.slice(20)).toEqual(Array(5).fill(429));
  });
});
