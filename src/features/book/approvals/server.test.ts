/** Requests through the API: asked, held, answered once, reported to the other side. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import {
  addChild,
  getChild,
  joinAsChild,
  joinAsSpouse,
  message,
  record,
} from '#tests/support/family.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { snapshot } from '#tests/support/world.ts';
import type { Request, Requests } from './contract.ts';

const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/);
const NOON = '2026-11-18T12:00:00.000Z';

let app: TestApp;
let anna: Visitor;
beforeAll(async () => {
  app = await startApp({ at: NOON });
  anna = await app.signIn('anna@example.com');
  await anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
});
afterAll(() => app.close());

let kids = 0;
/** A child with 100,000 sats saved and 50,000 to spend, and its own sign-in. */
async function newKid(parent: Visitor = anna) {
  const child = await addChild(parent);
  await record(parent, child.id, 'bonus', '0.001');
  await record(parent, child.id, 'earned', '0.0005');
  const kid = await joinAsChild(app, parent, child.id, `kid${++kids}@example.com`);
  return { id: child.id, kid, email: `kid${kids}@example.com` };
}

const ask = (
  who: Visitor,
  childId: string,
  amount: unknown = '0.0004',
  reason = 'Football boots',
) => who.send('POST', '/api/withdrawal-requests', { childId, amount, reason });
const decide = (who: Visitor, id: string, body: object) =>
  who.send('PATCH', `/api/withdrawal-requests/${id}`, body);
const idOf = (reply: { body: never }) => (reply.body as Request).id;
const money = async (id: string) => {
  const { savingsBalance, availableSavings, spendingBalance } = await getChild(anna, id);
  return [savingsBalance, availableSavings, spendingBalance].map((text) => Number(text) * 1e8);
};
const sats = (...amounts: number[]) => amounts.map((amount) => expect.closeTo(amount, 0));

test('a request needs an amount above zero, enough savings and a reason (APPR-07 APPR-08 APPR-09)', async () => {
  const { id, kid } = await newKid();
  const before = await snapshot(app);
  for (const amount of ['0', 0, '-1', '', 'abc', '1e-8', null, -1]) {
    const reply = await ask(kid, id, amount);
    expect([reply.status, message(reply)]).toEqual([400, 'Please enter a valid Bitcoin amount']);
  }
  for (const reason of ['', '   ', '\n\t'])
    expect(message(await ask(kid, id, '0.0001', reason))).toBe(
      'Please tell your parent why you need this money',
    );
  const tooMuch = await ask(kid, id, '0.00100001');
  expect([tooMuch.status, message(tooMuch)]).toEqual([
    409,
    "You don't have enough in your savings account",
  ]);
  expect(await snapshot(app)).toBe(before);
});

test('a request puts its money on hold at once and waits (APPR-01 APPR-02 APPR-03 CHILD-35)', async () => {
  const { id, kid } = await newKid();
  const reply = await ask(kid, id);
  expect(reply.body).toEqual({
    id: UUID,
    kind: 'withdrawal',
    childId: id,
    childName: 'Mia',
    amount: '0.00040000',
    reason: 'Football boots',
    createdAt: NOON,
    state: 'pending',
    byChild: true,
    enteredBy: null,
    decidedBy: null,
    decidedAt: null,
    approvedAmount: null,
    denialReason: null,
    balanceAfter: '0.00060000',
    payloadId: null,
  });
  expect(await money(id)).toEqual(sats(100_000, 60_000, 50_000));
  for (const who of [kid, anna])
    expect((await who.get('/api/withdrawal-requests')).body).toContainEqual(reply.body);
  const more = await ask(kid, id, '0.00060001');
  expect(message(more)).toBe("You don't have enough in your savings account");
  const inTheirName = await ask(anna, id, '0.0001');
  await decide(anna, idOf(reply), { approved: true });
  await decide(anna, idOf(inTheirName), { approved: true });
  // The entry has both names: who asked, and who approved.
  const names = async (entryId: string) => (await anna.get(`/api/transactions/${entryId}`)).body;
  expect(await names(idOf(reply))).toMatchObject({ askedBy: 'Mia', madeBy: 'Anna' });
  expect(await names(idOf(inTheirName))).toMatchObject({ askedBy: 'Anna', madeBy: 'Anna' });
  expect(inTheirName.body).toMatchObject({ byChild: false, enteredBy: 'Anna' });
});

test('a yes moves savings to spending, all of it or less, and says who said it (APPR-04 APPR-05)', async () => {
  const { id, kid } = await newKid();
  const first = idOf(await ask(kid, id));
  const yes = await decide(anna, first, { approved: true });
  expect(yes.body).toMatchObject({
    state: 'approved',
    decidedBy: 'Anna',
    decidedAt: NOON,
    approvedAmount: '0.00040000',
    denialReason: null,
  });
  expect(await money(id)).toEqual(sats(60_000, 60_000, 90_000));
  const second = idOf(await ask(kid, id));
  for (const [body, text] of [
    [{ approved: true, amount: '0.00040001' }, 'Approve the amount that was asked for, or less'],
    [{ approved: true, reason: 'Fine' }, 'A yes has no reason'],
    [{ approved: false, amount: '0.0001' }, 'Only a yes can have an amount'],
    [{ approved: 'yes' }, 'Expected true or false'],
    [{ approved: true, amount: '0' }, 'Please enter a valid Bitcoin amount'],
  ] as const) {
    const reply = await decide(anna, second, body);
    expect([reply.status, message(reply)]).toEqual([400, text]);
  }
  await decide(anna, second, { approved: true, amount: '0.0001' });
  expect(await money(id)).toEqual(sats(50_000, 50_000, 100_000));
  const [entry] = (await anna.get(`/api/children/${id}/transactions`)).body as object[];
  expect(entry).toMatchObject({
    id: second,
    type: 'savings_withdrawal',
    amount: '-0.00010000',
    description: 'Football boots',
  });
});

test('a no frees the money; the child reads the reason (APPR-05)', async () => {
  const { id, kid, email } = await newKid();
  const request = idOf(await ask(kid, id));
  const reason = 'Let’s wait until after the holidays.';
  expect((await decide(anna, request, { approved: false, reason })).status).toBe(200);
  expect(await money(id)).toEqual(sats(100_000, 100_000, 50_000));
  const { open, answered } = (await kid.get('/api/requests')).body as Requests;
  expect(open).toEqual([]);
  expect(answered).toEqual([
    expect.objectContaining({
      id: request,
      state: 'denied',
      denialReason: reason,
      decidedBy: 'Anna',
    }),
  ]);
  expect((await kid.get('/api/messages')).body).toEqual([
    {
      id: UUID,
      kind: 'request_denied',
      childId: id,
      childName: 'Mia',
      data: {
        requestId: request,
        request: 'withdrawal',
        amount: '0.00040000',
        reason: 'Football boots',
        by: 'Anna',
        answer: reason,
      },
      createdAt: NOON,
      read: false,
      state: 'denied',
    },
  ]);
  const mails = await queuedMails(app.db, JOBS_KEY, email);
  expect(mails.at(-1)?.subject).toBe('Your request on Satling was answered');
});

test('neither the child, a sibling, another family nor an invited person can answer (T16)', async () => {
  const { id, kid } = await newKid();
  const sibling = await newKid();
  const stranger = await app.signIn('stranger@example.com');
  const request = idOf(await ask(kid, id));
  const before = await snapshot(app);
  for (const [who, status] of [
    [kid, 403],
    [sibling.kid, 403],
    [stranger, 404],
  ] as const) {
    for (const approved of [true, false]) {
      expect((await decide(who, request, { approved })).status).toBe(status);
      const any = await who.send('PATCH', `/api/requests/${request}`, { approved });
      expect(any.status).toBe(status);
    }
    const all = await who.send('POST', '/api/requests/approve-all', { ids: [request] });
    expect([403, 200]).toContain(all.status);
    if (all.status === 200) expect(all.body).toEqual({ approved: [] });
  }
  expect((await sibling.kid.send('DELETE', `/api/requests/${request}`)).status).toBe(404);
  // Approving nothing gives the stranger's own family a new revision, and changes nothing else.
  const others = (all: string) => all.replace(/^family .*$/m, '');
  expect(others(await snapshot(app))).toBe(others(before));
  expect((await sibling.kid.get('/api/requests')).text).not.toContain(id);
  expect((await kid.get('/api/family/can-approve')).body).toEqual({ canApprove: false });
  expect((await anna.get('/api/family/can-approve')).body).toEqual({ canApprove: true });
});

test('the second of two parents learns who was first, and changes nothing (APPR-29 T17)', async () => {
  const host = await app.signIn('host@example.com');
  await host.send('PATCH', '/api/auth/user', { firstName: 'Hanna' });
  const { id, kid } = await newKid(host);
  const tom = await joinAsSpouse(app, host, 'tom@example.com');
  expect((await tom.get('/api/family/can-approve')).body).toEqual({ canApprove: true });
  const request = idOf(await ask(kid, id));
  await decide(host, request, { approved: true });
  const before = await snapshot(app);
  for (const approved of [true, false]) {
    const late = await decide(tom, request, { approved });
    expect([late.status, message(late)]).toEqual([409, 'Hanna already said yes']);
  }
  const late = await kid.send('DELETE', `/api/requests/${request}`);
  expect(late.status).toBe(409);
  expect(await snapshot(app)).toBe(before);
});

test('both adults are notified of a request in fixed words; nobody’s text is in a mail (T44)', async () => {
  const host = await app.signIn('host2@example.com');
  const tom = await joinAsSpouse(app, host, 'tom2@example.com');
  const { id, kid } = await newKid(host);
  await ask(kid, id, '0.0001', 'http://evil.example Bcc: x@evil.example');
  for (const [who, address] of [
    [host, 'host2@example.com'],
    [tom, 'tom2@example.com'],
  ] as const) {
    const [newest] = (await who.get('/api/messages')).body as { kind: string }[];
    expect(newest).toMatchObject({ kind: 'request_opened', childId: id, read: false });
    const mail = (await queuedMails(app.db, JOBS_KEY, address)).at(-1);
    expect(mail?.subject).toBe('Something on Satling is waiting for your answer');
    expect(mail?.text).not.toMatch(/evil|Mia|0\.0001/);
  }
  // One adult asks in the child's name: only the other adult is notified.
  await ask(tom, id, '0.0001');
  const heard = async (who: Visitor) =>
    ((await who.get('/api/messages')).body as { kind: string }[]).filter(
      ({ kind }) => kind === 'request_opened',
    ).length;
  expect([await heard(host), await heard(tom)]).toEqual([2, 1]);
});

test('an open request can be taken back; its money is free again (APPR-05)', async () => {
  const { id, kid } = await newKid();
  const request = idOf(await ask(kid, id));
  const gone = await kid.send('DELETE', `/api/requests/${request}`);
  expect(gone.body).toMatchObject({ state: 'withdrawn' });
  expect(await money(id)).toEqual(sats(100_000, 100_000, 50_000));
  expect((await decide(anna, request, { approved: true })).status).toBe(409);
  expect((await anna.get('/api/messages')).body).toContainEqual(
    expect.objectContaining({ kind: 'request_withdrawn', childId: id }),
  );
  // The child did it, and gets no message.
  expect((await kid.get('/api/messages')).body).toEqual([]);
});

test('approving all answers what is still open, as it was requested (APPR-05)', async () => {
  const { id, kid } = await newKid();
  const ids = [];
  for (const amount of ['0.0001', '0.0002', '0.0003']) ids.push(idOf(await ask(kid, id, amount)));
  const earned = await record(kid, id, 'earned', '0.00005');
  const moved = await record(kid, id, 'savings_deposit', '0.0001');
  ids.push(idOf(earned), idOf(moved));
  await decide(anna, ids[0] as string, { approved: false, reason: 'No' });
  const mails = (await queuedMails(app.db, JOBS_KEY, `kid${kids}@example.com`)).length;
  const reply = await anna.send('POST', '/api/requests/approve-all', { ids });
  expect((reply.body as { approved: string[] }).approved.toSorted()).toEqual(
    ids.slice(1).toSorted(),
  );
  expect(await money(id)).toEqual(sats(60_000, 60_000, 95_000));
  // Four answers, one mail.
  expect(await queuedMails(app.db, JOBS_KEY, `kid${kids}@example.com`)).toHaveLength(mails + 1);
});

test('what a child requests on a handed-over tablet notifies the parent whose tablet it is', async () => {
  const { id } = await newKid();
  const tablet = await app.signIn('anna@example.com');
  const opened = async () =>
    ((await anna.get('/api/messages')).body as { kind: string }[]).filter(
      ({ kind }) => kind === 'request_opened',
    ).length;
  const before = await opened();
  expect((await ask(tablet, id)).status).toBe(200);
  expect(await opened(), 'her own request is no news to her').toBe(before);
  expect((await tablet.send('POST', `/api/children/${id}/hand-over`)).status).toBe(200);
  expect((await ask(tablet, id)).status).toBe(200);
  expect(await opened()).toBe(before + 1);
});
