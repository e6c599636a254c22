/** Lessons through the API: the words for the child's age, its own stamps, and only first times. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, eraseClosedBooks, joinAsChild, message } from '#tests/support/family.ts';
import type { Lessons, OpenLesson } from './contract.ts';

let app: TestApp;
let anna: Visitor;
let mia: string;
let leo: string;
let miaHerself: Visitor;
let leoHimself: Visitor;
let families = 0;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(async () => {
  app.clock.now = new Date('2026-11-18T12:00:00Z');
  families += 1;
  anna = await app.signIn(email('anna'));
  mia = (await addChild(anna, { name: 'Mia', age: 7 })).id;
  leo = (await addChild(anna, { name: 'Leo', age: 11 })).id;
  miaHerself = await joinAsChild(app, anna, mia, email('mia'));
  leoHimself = await joinAsChild(app, anna, leo, email('leo'));
});
afterAll(() => app.close());

const email = (name: string) => `${name}${families}@example.com`;

const list = async (who: Visitor, child: string, query = '') =>
  (await who.get(`/api/children/${child}/lessons${query}`)).body as Lessons;
const read = async (who: Visitor, child: string, slug: string, query = '') =>
  (await who.get(`/api/children/${child}/lessons/${slug}${query}`)).body as OpenLesson;
const finish = (who: Visitor, child: string, slug: string, answers: unknown, band = 'starter') =>
  who.send('POST', `/api/children/${child}/lessons/${slug}`, { band, answers });
const stamps = async (who: Visitor, child: string) =>
  (await list(who, child)).lessons.filter(({ doneAt }) => doneAt).map(({ slug }) => slug);
/** One read by Leo alone, and one read along by an adult. */
async function stampLeo() {
  await finish(leoHimself, leo, 'saving-vs-spending', [1, 0, 2], 'explorer');
  await finish(anna, leo, 'keys-and-secrets', [1, 0, 2, 0], 'explorer');
}
const wordsOf = ({ body }: OpenLesson) =>
  body.flatMap(({ lines }) => lines.map((runs) => runs.map(({ text }) => text).join('')));

test('a child reads only its own; a lesson that is not there is 404 (CHILD-48)', async () => {
  for (const path of [`/api/children/${leo}/lessons`, `/api/children/${leo}/lessons/what-is-a-sat`])
    expect((await miaHerself.get(path)).status).toBe(404);
  expect((await finish(miaHerself, leo, 'what-is-a-sat', [0, 0, 0])).status).toBe(404);
  for (const slug of ['no-such-lesson', 'constructor'])
    expect((await anna.get(`/api/children/${mia}/lessons/${slug}`)).status).toBe(404);
  expect((await finish(miaHerself, mia, 'no-such-lesson', [0, 0, 0])).status).toBe(404);
  expect(await stamps(anna, leo)).toEqual([]);
});

test('each child gets eight lessons in the words of its age', async () => {
  const mias = await list(miaHerself, mia);
  expect(mias).toMatchObject({ childId: mia, childName: 'Mia', band: 'starter' });
  expect(mias.lessons).toHaveLength(8);
  expect(mias.lessons[0]).toMatchObject({ title: 'What is Bitcoin?', minutes: 5, doneAt: null });
  expect(mias.lessons[1]).toMatchObject({ title: 'Saving vs Spending', minutes: 3 });
  const starter = await read(miaHerself, mia, 'what-is-bitcoin');
  expect(wordsOf(starter)[1]).toBe('You know coins.');
  for (const line of wordsOf(starter)) expect(line.split(' ').length).toBeLessThanOrEqual(8);
  const explorer = await read(leoHimself, leo, 'what-is-bitcoin');
  expect(explorer.band).toBe('explorer');
  expect(explorer.questions).toHaveLength(4);
  expect(wordsOf(explorer).join(' ')).toContain('blockchain');
});

test('a lesson is in the reader’s language; one that we lack is refused', async () => {
  for (const address of ['lessons', 'lessons/what-is-bitcoin'])
    expect((await miaHerself.get(`/api/children/${mia}/${address}?language=fr`)).status).toBe(400);
  const titles = { en: 'What is Bitcoin?', de: 'Was ist Bitcoin?', es: '¿Qué es Bitcoin?' };
  const first = { en: 'You know coins.', de: 'Du kennst Münzen.', es: 'Tú conoces las monedas.' };
  for (const language of ['en', 'de', 'es'] as const) {
    const title = titles[language];
    const all = await list(miaHerself, mia, `?language=${language}`);
    expect(all).toMatchObject({ language, band: 'starter' });
    expect(all.lessons[0]).toMatchObject({ title, minutes: 5 });
    const one = await read(miaHerself, mia, 'what-is-bitcoin', `?language=${language}`);
    expect(one).toMatchObject({ language, title });
    expect(wordsOf(one)[1]).toBe(first[language]);
  }
  expect((await list(miaHerself, mia)).language).toBe('en');
});

test('the words change on the birthday, and what was begun in the old ones counts', async () => {
  const ida = (await addChild(anna, { name: 'Ida', age: 9 })).id;
  expect((await list(anna, ida)).band).toBe('starter');
  await anna.send('PATCH', `/api/children/${ida}`, { age: 10 });
  expect((await list(anna, ida)).band).toBe('explorer');
  expect((await finish(anna, ida, 'what-is-bitcoin', [1, 0, 2], 'starter')).status).toBe(200);
  expect(await stamps(anna, ida)).toEqual(['what-is-bitcoin']);
});

test('answers that do not fit are refused and leave no stamp', async () => {
  for (const answers of [[], [1, 0], [1, 0, 2, 0], [1, 0, 3], [1, 0, -1], [1, 0, 'x'], 'all right'])
    expect((await finish(anna, leo, 'what-is-a-sat', answers)).status, String(answers)).toBe(400);
  const reply = await finish(anna, leo, 'what-is-a-sat', [1, 0]);
  expect(message(reply)).toBe('This lesson has 3 questions');
  expect((await finish(anna, leo, 'what-is-a-sat', [1, 0, 2], 'grown-up')).status).toBe(400);
  expect(await stamps(anna, leo)).toEqual([]);
});

test('the first time counts; reading again changes nothing', async () => {
  const kid = miaHerself;
  const first = await finish(kid, mia, 'what-is-a-sat', [0, 0, 2]);
  const doneAt = app.clock.now.toISOString();
  expect(first.body).toEqual({ doneAt, done: 1, of: 8 });
  app.clock.advance(86_400_000);
  expect((await finish(kid, mia, 'what-is-a-sat', [1, 1, 1])).body).toEqual(first.body);
  expect((await finish(anna, mia, 'what-is-a-sat', [1, 0, 2])).body).toEqual(first.body);
  const [lesson] = (await list(anna, mia)).lessons.filter((one) => one.doneAt);
  expect(lesson).toMatchObject({
    slug: 'what-is-a-sat',
    doneAt,
    byChild: true,
    talkAbout: ['Which one is smaller?'],
  });
  const [german] = (await list(anna, mia, '?language=de')).lessons.filter((one) => one.doneAt);
  expect(german).toMatchObject({
    title: 'Was ist ein Sat?',
    doneAt,
    talkAbout: ['Was ist kleiner?'],
  });
});

test('a grown-up who reads along puts the stamp there, and it says so; a tablet is the child’s', async () => {
  await finish(anna, leo, 'keys-and-secrets', [1, 0, 2, 0], 'explorer');
  const tablet = await app.signIn(email('anna'));
  await tablet.send('PUT', '/api/family/pin', { pin: '2580' });
  await tablet.send('POST', `/api/children/${leo}/hand-over`);
  expect((await finish(tablet, mia, 'saving-vs-spending', [0, 1, 2])).status).toBe(404);
  await finish(tablet, leo, 'saving-vs-spending', [1, 0, 2], 'explorer');
  const leos = (await list(anna, leo)).lessons.filter(({ doneAt }) => doneAt);
  expect(leos.map(({ slug, byChild }) => [slug, byChild])).toEqual([
    ['saving-vs-spending', true],
    ['keys-and-secrets', false],
  ]);
});

test('a stamp given by mistake is taken back by an adult; what a child read itself stays', async () => {
  const takeBack = async (who: Visitor, child: string, slug: string) =>
    who.send('DELETE', `/api/children/${child}/lessons/${slug}`);
  await stampLeo();
  const [parent, kid] = [anna, leoHimself];
  const own = await takeBack(parent, leo, 'saving-vs-spending');
  expect([own.status, message(own)]).toEqual([
    409,
    'The child read this alone, so the stamp stays',
  ]);
  expect((await takeBack(kid, leo, 'keys-and-secrets')).status).toBe(403);
  expect((await takeBack(parent, leo, 'what-is-bitcoin')).status).toBe(409);
  await finish(parent, leo, 'what-is-bitcoin', [1, 0, 2, 0], 'explorer');
  const three = ['saving-vs-spending', 'keys-and-secrets', 'what-is-bitcoin'];
  expect((await stamps(parent, leo)).toSorted()).toEqual(three.toSorted());
  expect((await takeBack(parent, leo, 'what-is-bitcoin')).status).toBe(200);
  expect(await stamps(parent, leo)).toEqual(['saving-vs-spending', 'keys-and-secrets']);
  expect((await takeBack(parent, leo, 'what-is-bitcoin')).status).toBe(409);
});

test('siblings see nothing of each other’s stamps (CHILD-48)', async () => {
  await finish(miaHerself, mia, 'what-is-a-sat', [0, 0, 2]);
  await stampLeo();
  expect(await stamps(miaHerself, mia)).toEqual(['what-is-a-sat']);
  expect(await stamps(leoHimself, leo)).toEqual(['saving-vs-spending', 'keys-and-secrets']);
  for (const path of [
    `/api/children/${leo}/lessons`,
    `/api/children/${leo}/lessons/keys-and-secrets`,
  ])
    expect((await miaHerself.get(path)).text).not.toContain('2026');
});

test('what was read is exported with the family, and goes with the child', async () => {
  await finish(miaHerself, mia, 'what-is-a-sat', [0, 0, 2]);
  await stampLeo();
  const exported = (await anna.get('/api/privacy/export')).text;
  expect(exported).toContain('lesson_progress');
  expect(exported).toContain('keys-and-secrets');
  await anna.send('DELETE', `/api/children/${leo}`);
  await eraseClosedBooks(app);
  const rows = await app.db.owner`SELECT lesson FROM lesson_progress WHERE child_id = ${leo}`;
  expect(rows).toEqual([]);
  expect(await stamps(anna, mia)).toEqual(['what-is-a-sat']);
});
