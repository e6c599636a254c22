/** The restore sheet, and checking a restore, as operators do. */
import { beforeAll, expect, test } from 'vitest';
import { readSheet, readWords } from '#core/restore-sheet.ts';
import { noteRestored } from '#server/erasures.ts';
import { JOBS_KEY, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsSpouse, message } from '#tests/support/family.ts';
import { queuedMails } from '#tests/support/queue.ts';

const secretKey = new Uint8Array(32).map((_, at) => at * 3);
let passphrase: string | undefined;
let app: TestApp;
let ops: Visitor;
const ADMINS = ['ops@example.com', 'second@example.com'];

beforeAll(async () => {
  passphrase = 'twelve letters';
  app = await startApp({
    admins: ADMINS,
    restoring: {
      ...{ folder: '', failure: undefined, begin: () => undefined },
      sheet: () => ({ secretKey, passphrase }),
    },
  });
  ops = await app.signIn('ops@example.com');
  return () => app.close();
});

type Sheet = { text: string; words: string[]; openingWords: string | null; asked: number[] };
type Care = {
  isSheetKept: boolean;
  unchecked: { families: { id: string; adults: { id: string }[]; children: { id: string }[] }[] };
};
const show = () => ops.send('POST', '/api/admin/backups/sheet');
const keep = (words: { at: number; word: string }[]) =>
  ops.send('POST', '/api/admin/backups/sheet/kept', { words });
const care = async () => (await ops.get('/api/admin/backups')).body as Care;
/** The person confirms their identity again. */
const confirm = () => app.db.owner`UPDATE session SET fresh_at = ${app.clock.now}`;

test('the sheet is shown once for each sign-in, is kept nowhere, and every operator hears of it (T60)', async () => {
  const told = () => app.db.owner`SELECT FROM message WHERE kind = 'sheet_shown'`;
  const mailed = async () =>
    (await Promise.all(ADMINS.map((to) => queuedMails(app.db, JOBS_KEY, to)))).map(
      (mails) => mails.filter(({ subject }) => subject.includes('restore sheet')).length,
    );
  const reply = await show();
  expect(reply.headers['cache-control']).toBe('no-store');
  const sheet = reply.body as Sheet;
  expect(readSheet(sheet.text)).toEqual({ secretKey, passphrase });
  expect(readWords(sheet.words.join(' '))).toEqual(secretKey);
  expect(sheet.openingWords).toBe(passphrase);
  expect(await told()).toHaveLength(1);
  expect(await mailed()).toEqual([1, 1]);
  // The sign-in is spent.
  const again = await show();
  expect([again.status, (again.body as { code: string }).code]).toEqual([403, 'SIGN_IN_AGAIN']);
  expect(await mailed()).toEqual([1, 1]);
  await confirm();
  expect((await show()).status).toBe(200);
  expect(await mailed()).toEqual([2, 2]);
  const dump = await app.db.owner`
    SELECT (SELECT coalesce(string_agg(i::text, ' '), '') FROM idempotency i) AS kept,
      (SELECT coalesce(string_agg(s::text, ' '), '') FROM server_setting s) AS settings`;
  for (const secret of [sheet.text, sheet.words.join(' '), passphrase ?? ''])
    expect(JSON.stringify(dump)).not.toContain(secret);
});

test('three right words say that it is on paper, until one of the keys is another one (T60)', async () => {
  await confirm();
  const { words, asked } = (await show()).body as Sheet;
  expect(new Set(asked).size).toBe(3);
  const right = asked.map((at) => ({ at, word: ` ${words[at - 1]?.toUpperCase()} ` }));
  const [one, two] = right as [(typeof right)[0], (typeof right)[0]];
  expect((await care()).isSheetKept).toBe(false);
  for (const wrong of [
    [one, two, { at: 1 + (one.at % 24), word: 'satling' }],
    [one, one, one],
  ]) {
    const refused = await keep(wrong);
    expect([refused.status, message(refused)]).toEqual([
      400,
      'Those aren’t the right words. Check their numbers on the sheet.',
    ]);
  }
  expect((await care()).isSheetKept).toBe(false);
  expect((await keep(right)).status).toBe(200);
  expect((await care()).isSheetKept).toBe(true);
  passphrase = 'another passphrase';
  expect((await care()).isSheetKept).toBe(false);
});

test('nobody is erased by an operator but while a restore waits to be checked (T60)', async () => {
  const zoe = await app.signIn('zoe@example.com');
  await joinAsSpouse(app, zoe, 'tom@example.com');
  const { id: nora } = await addChild(zoe, { name: 'Nora', age: 7 });
  await confirm();
  const [family] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM users WHERE email = 'zoe@example.com'`;
  const familyId = family?.familyId ?? '';
  const people = await app.db.owner<{ userId: string; email: string }[]>`
    SELECT user_id, email FROM users WHERE family_id = ${familyId}`;
  const idOf = (email: string) => people.find((one) => one.email === email)?.userId ?? '';
  const [operator] = await app.db.owner<{ userId: string }[]>`
    SELECT user_id FROM users WHERE email = 'ops@example.com'`;
  const opsId = String(operator?.userId);
  const erase = (kind: string, id: string) =>
    ops.send('POST', '/api/admin/backups/erased', { kind, id, ofFamily: familyId });
  const open = () => ops.send('POST', '/api/admin/backups/checked');
  expect((await erase('family', familyId)).status).toBe(409);
  expect((await open()).status).toBe(409);
  expect((await care()).unchecked).toBeNull();

  const now = app.clock.now;
  await noteRestored(app.db.owner, { copiedAt: now, checkedAt: null, now });
  await expect(app.signIn('new@example.com')).rejects.toThrow(/just restored/);
  const { families } = (await care()).unchecked;
  expect(families.find(({ id }) => id === familyId)).toMatchObject({
    adults: [{ email: 'zoe@example.com' }, { email: 'tom@example.com', isParent: false }],
    children: [{ id: nora, name: 'Nora' }],
  });
  expect((await erase('person', idOf('tom@example.com'))).status).toBe(200);
  expect((await erase('book', nora)).status).toBe(200);
  // Pressed again, and for a person of another family: nothing happens, and no one is notified.
  for (const [kind, id] of [
    ['person', idOf('tom@example.com')],
    ['book', nora],
    ['person', opsId],
  ] as const)
    expect((await erase(kind, id)).status).toBe(200);
  const { body } = await zoe.get('/api/messages');
  const said = (body as { data: unknown }[]).map(({ data }) => data);
  const again = { call: 'POST /api/admin/backups/erased', by: 'ops@example.com' };
  expect(said.filter((one) => JSON.stringify(one).includes(again.call))).toEqual([again, again]);
  // No one would be left.
  expect((await erase('person', idOf('zoe@example.com'))).status).toBe(409);
  expect((await zoe.get('/api/children')).body).toEqual([]);
  expect((await erase('family', familyId)).status).toBe(200);
  expect((await zoe.get('/api/children')).status).toBe(401);
  expect((await open()).status).toBe(200);
  expect((await erase('family', familyId)).status).toBe(409);
  await app.signIn('new@example.com');
});
