/** A notice's readers by list, mail and device, and that no one else gets it. */
import { createECDH, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answeredMail } from '#features/book/approvals/mails.ts';
import type { Push } from '#server/queue.ts';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse } from '#tests/support/family.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { MESSAGE_KINDS, type MessageKind } from './contract.ts';
import { type Notice, notify } from './store.ts';

let app: TestApp;
let familyId: string;
/** People, and the child without a sign-in, by their names here. */
const ids = new Map<string, string>();
const names = new Map<string, string>();
beforeAll(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
  const anna = await withDevice(await app.signIn('anna@example.com'));
  const mia = await addChild(anna, { name: 'Mia' });
  const kim = await addChild(anna, { name: 'Kim' });
  await withDevice(await joinAsSpouse(app, anna, 'tom@example.com'));
  await withDevice(await joinAsChild(app, anna, mia.id, 'mia@example.com'));
  const zoe = await withDevice(await app.signIn('zoe@example.com'));
  await addChild(zoe, { name: 'Ben' });
  const people = await app.db.owner<{ name: string; userId: string; familyId: string }[]>`
    SELECT split_part(email, '@', 1) AS name, user_id, family_id FROM users`;
  for (const { name, userId } of people) ids.set(name, userId);
  ids.set('Mia’s book', mia.id).set('kim', kim.id);
  for (const [name, id] of ids) names.set(id, name);
  familyId = people.find(({ name }) => name === 'anna')?.familyId ?? '';
});
afterAll(() => app.close());

async function withDevice(who: Visitor): Promise<Visitor> {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const told = {
    endpoint: `https://push.example.com/${randomBytes(8).toString('hex')}`,
    p256dh: keys.getPublicKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
  expect((await who.send('PUT', '/api/push', told)).status).toBe(200);
  return who;
}

const id = (name: string) => ids.get(name) as string;

/** Who reads it in the list, whose devices show which word, and who gets a mail. */
async function reached(notice: Omit<Notice, 'familyId'>) {
  await app.db.owner`DELETE FROM message`;
  await app.db.owner`DELETE FROM pgboss.job WHERE name IN ('push', 'mail')`;
  await app.db.changeFamily(familyId, (tx) =>
    notify(app.services.jobs, tx, [{ ...notice, familyId }], app.clock.now),
  );
  const messages = await app.db.owner<{ userId: string }[]>`SELECT user_id FROM message`;
  const pushes = await app.db.owner<{ data: Push; userId: string }[]>`
    SELECT j.data, s.user_id FROM pgboss.job j
    JOIN session s ON s.session_id = (j.data->>'sessionId')::uuid WHERE j.name = 'push'`;
  return {
    list: messages.map(({ userId }) => names.get(userId)).sort(),
    rings: pushes.map(({ data, userId }) => `${names.get(userId)} ${data.kind}`).sort(),
    mails: (await queuedMails(app.db, JOBS_KEY)).map(({ to }) => to.split('@')[0]).sort(),
  };
}

type Case = { to: 'adults' | 'child' | string; except?: string; about?: string; who: string[] };
const MIA = 'Mia’s book';
const ALL: Case[] = [
  { to: 'adults', who: ['anna', 'tom'] },
  { to: 'adults', about: MIA, who: ['anna', 'tom'] },
  { to: 'adults', except: 'tom', who: ['anna'] },
  { to: 'adults', except: 'mia', who: ['anna', 'tom'] },
  { to: 'child', about: MIA, who: ['mia'] },
  { to: 'child', about: MIA, except: 'anna', who: ['mia'] },
  { to: 'child', about: MIA, except: 'mia', who: [] },
  { to: 'child', about: 'kim', who: ['kim'] },
  { to: 'tom', who: ['tom'] },
  { to: 'tom', except: 'tom', who: [] },
  { to: 'zoe', who: [] },
];
const inWords = ({ to, about, except, who }: Case) =>
  `${to}${about ? ` of ${about}` : ''}${except ? ` but ${except}` : ''}: ${who.join(' and ') || 'nobody'}`;

test.each(ALL.map((one) => ({ ...one, words: inWords(one) })))(
  'a notice reaches $words, over list, mail and device (T44)',
  async ({ to, except, about, who }) => {
    const told = await reached({
      to: to === 'adults' || to === 'child' ? to : { userId: id(to) },
      ...(except && { except: id(except) }),
      ...(about && { childId: id(about) }),
      ...{ kind: 'request_denied', mail: answeredMail('http://localhost:3000') },
    });
    // A child without a sign-in has neither device nor address.
    const withAddress = who.filter((name) => name !== 'kim');
    expect(told).toEqual({
      ...{ list: who, mails: withAddress },
      rings: withAddress.map((name) => `${name} answered`),
    });
  },
);

const RINGS: Partial<Record<MessageKind, string>> = {
  ...{ request_opened: 'waits', buy_asked: 'waits' },
  ...{ request_approved: 'answered', request_denied: 'answered', payment_declined: 'answered' },
  ...{ money_moved: 'money', money_changed: 'money', book_closed: 'money' },
  ...{ joined: 'people', account_news: 'people' },
};

test.each(MESSAGE_KINDS)(
  '%s sends a push with its own word to its readers’ devices, or none (T20)',
  async (kind) => {
    const word = RINGS[kind];
    const rings = word === undefined ? [] : ['anna', 'tom'].map((name) => `${name} ${word}`);
    expect(await reached({ to: 'adults', kind })).toEqual({
      ...{ list: ['anna', 'tom'], rings, mails: [] },
    });
  },
);
