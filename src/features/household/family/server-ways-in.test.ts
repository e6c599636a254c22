/** Access to a family: what ends with a removed spouse, and a child that leaves. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import {
  addChild,
  getChild,
  invitations,
  joinAsChild,
  joinAsSpouse,
  message,
  record,
} from '#tests/support/family.ts';
import { ask, verify } from '#tests/support/links.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { answerTransfer, askTransfer } from '#tests/support/transfers.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const subjects = async (email: string) =>
  (await queuedMails(app.db, JOBS_KEY, email)).map(({ subject }) => subject);

describe('ways in that a spouse has opened (T19b)', () => {
  test('are listed to the parent only, and end when the spouse is removed', async () => {
    const anna = await app.signIn('ways@example.com');
    const none = await anna.get('/api/family/spouse/access');
    expect([none.status, message(none)]).toEqual([409, 'There is no spouse in this family yet']);
    const mia = await addChild(anna, { name: 'Mia' });
    const leo = await addChild(anna, { name: 'Leo' });
    const kim = await addChild(anna, { name: 'Kim' });
    const tom = await joinAsSpouse(app, anna, 'ways-tom@example.com');
    const known = await joinAsChild(app, anna, leo.id, 'ways-leo@example.com');
    const planted = await joinAsChild(app, tom, mia.id, 'ways-mia@example.com');
    await tom.send('POST', `/api/children/${kim.id}/sign-in`, { email: 'ways-kim@example.com' });
    const tablet = await app.signIn('ways-tom@example.com');
    await tablet.send('POST', `/api/children/${kim.id}/hand-over`);
    for (const who of [tom, planted, tablet])
      expect((await who.get('/api/family/spouse/access')).status).toBe(403);
    expect((await anna.get('/api/family/spouse/access')).body).toEqual({
      signIns: [{ childName: 'Mia', email: 'ways-mia@example.com' }],
      invitations: [{ childName: 'Kim', email: 'ways-kim@example.com' }],
      handedOver: 1,
    });
    const link = await ask(app, app.visitor('10.66.0.2'), 'ways-mia@example.com');
    expect((await anna.send('DELETE', '/api/family/spouse')).status).toBe(200);
    for (const who of [tom, tablet, planted])
      expect((await who.get('/api/auth/user')).status).toBe(401);
    expect((await verify(app.visitor(), link.token)).status).toBe(401);
    const back = await app.signIn('ways-mia@example.com');
    expect((await back.get(`/api/children/${mia.id}`)).status).toBe(404);
    expect(await invitations(await app.signIn('ways-kim@example.com'))).toEqual([]);
    // People the parent let in stay.
    expect((await known.get(`/api/children/${leo.id}`)).status).toBe(200);
    expect(await getChild(anna, mia.id)).toMatchObject({ name: 'Mia', userId: null });
  });

  test.each([
    ['later', 1],
    ['in the same moment', 0],
    ['by a clock that went back', -1],
  ])('whoever let a child in last counts, %s', async (when, minutes) => {
    const mail = (who: string) => `anew-${who.toLowerCase()}${minutes}@example.com`;
    const anna = await app.signIn(mail('anna'));
    const tom = await joinAsSpouse(app, anna, mail('tom'));
    const letInTwice = async (name: string, first: Visitor, last: Visitor) => {
      const child = await addChild(anna, { name });
      const kid = await joinAsChild(app, first, child.id, mail(name));
      expect((await anna.send('DELETE', `/api/children/${child.id}/sign-in`)).status).toBe(200);
      expect((await kid.get('/api/auth/user')).status).toBe(401);
      app.clock.advance(minutes * 60_000);
      const again = await joinAsChild(app, last, child.id, mail(name));
      return async () => (await again.get(`/api/children/${child.id}`)).status;
    };
    const ofTom = await letInTwice('Mia', anna, tom);
    const ofAnna = await letInTwice('Leo', tom, anna);
    expect((await anna.get('/api/family/spouse/access')).body).toMatchObject({
      signIns: [{ childName: 'Mia' }],
    });
    expect((await anna.send('DELETE', '/api/family/spouse')).status).toBe(200);
    expect([await ofTom(), await ofAnna()], when).toEqual([401, 200]);
  });

  test('every adult is notified of everybody who joins', async () => {
    const anna = await app.signIn('joins@example.com');
    const mia = await addChild(anna);
    await joinAsSpouse(app, anna, 'joins-tom@example.com').then((tom) =>
      joinAsChild(app, tom, mia.id, 'joins-mia@example.com'),
    );
    const last = async (email: string) =>
      (await queuedMails(app.db, JOBS_KEY, email)).filter(({ text }) =>
        text.includes('has joined'),
      );
    const toAnna = await last('joins@example.com');
    expect(toAnna.map(({ subject }) => subject)).toEqual([
      'Your invitation was accepted',
      'Somebody has joined your family on Satling',
    ]);
    expect(toAnna[0]?.text).toContain('as the other parent');
    expect(toAnna[1]?.text).toContain('as a child with their own sign-in');
    expect((await last('joins-tom@example.com')).map(({ subject }) => subject)).toEqual([
      'Your invitation was accepted',
    ]);
    expect(await last('joins-mia@example.com')).toEqual([]);
  });
});

describe('a person invited as a child (T19c)', () => {
  test('sees the inviter’s address, not only a name that anybody may take', async () => {
    const anna = await app.signIn('lure@example.com');
    await anna.send('PATCH', '/api/auth/user', { firstName: 'The Smiths' });
    const { id } = await addChild(anna);
    await anna.send('POST', `/api/children/${id}/sign-in`, { email: 'lured@example.com' });
    const guest = await app.signIn('lured@example.com');
    const shown = { invitedBy: 'The Smiths', inviterEmail: 'lure@example.com', role: 'child' };
    expect((await guest.get('/api/invitations')).body).toMatchObject([shown]);
    const { invitations: first } = (await guest.get('/api/dashboard')).body as {
      invitations: object[];
    };
    expect(first).toMatchObject([shown]);
  });

  test('leaves on its own: its access ends, the parents are notified, the book stays', async () => {
    const anna = await app.signIn('left@example.com');
    const mia = await addChild(anna, { name: 'Mia' });
    await record(anna, mia.id, 'bonus', '0.001');
    await record(anna, mia.id, 'earned', '0.001');
    const kid = await joinAsChild(app, anna, mia.id, 'left-mia@example.com');
    const tablet = await app.signIn('left@example.com');
    await tablet.send('POST', `/api/children/${mia.id}/hand-over`);
    expect((await tablet.send('POST', '/api/family/leave')).status).toBe(403);
    const { id: userId } = (await kid.get('/api/auth/user')).body as { id: string };
    const told = async () =>
      (await app.db.owner`SELECT FROM message WHERE user_id = ${userId}`).length;
    const id = await askTransfer({ parent: anna, kid, child: mia.id });
    await answerTransfer({ parent: anna, kid, child: mia.id, id }, false);
    expect(await told()).toBeGreaterThan(0);

    const gone = await kid.send('POST', '/api/family/leave');
    expect([gone.status, kid.cookies.get('__Host-session') ?? '']).toEqual([200, '']);
    expect(await told()).toBe(0);
    expect((await getChild(anna, mia.id)).savingsBalance).toBe('0.00100000');
    expect(await getChild(anna, mia.id)).toMatchObject({ userId: null, email: null });
    const [news] = (await anna.get('/api/messages')).body as object[];
    expect(news).toMatchObject({ kind: 'child_left', childName: 'Mia' });
    expect((await subjects('left@example.com')).at(-1)).toBe(
      'Somebody has left your family on Satling',
    );
    const own = await app.signIn('left-mia@example.com');
    expect((await own.get('/api/auth/user')).body).toMatchObject({ role: 'parent' });
    expect((await own.get(`/api/children/${mia.id}`)).status).toBe(404);
  });
});
