/** In-app messages about the family's members, in addition to the mails. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Message } from '#features/notices/messages/contract.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { joinAsSpouse } from '#tests/support/family.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The newest first, without those about a person’s sign-ins. */
async function newsOf(who: Visitor): Promise<unknown[]> {
  const all = (await who.get('/api/messages')).body as Message[];
  return all
    .filter(({ kind, data }) => kind === 'account_news' && data.what !== 'new_device')
    .map(({ data }) => data.what);
}

test('each adult reads what happened to themselves, and what the other did (T19b)', async () => {
  const anna = await app.signIn('anna@example.com');
  const ben = await joinAsSpouse(app, anna, 'ben@example.com');
  expect([await newsOf(anna), await newsOf(ben)]).toEqual([['joined'], []]);
  const steps = [
    ['POST', '/api/family/spouse/full-parent', 'full_parent', 'full_parent_you'],
    ['DELETE', '/api/family/spouse/full-parent', 'full_parent_undone', 'full_parent_undone'],
  ] as const;
  for (const [method, path, ofAnna, ofBen] of steps) {
    await anna.send(method, path);
    expect([(await newsOf(anna))[0], (await newsOf(ben))[0]], ofAnna).toEqual([ofAnna, ofBen]);
  }
  await anna.send('DELETE', '/api/family/spouse');
  const out = await app.signIn('ben@example.com');
  expect([(await newsOf(anna))[0], await newsOf(out)]).toEqual(['removed_spouse', ['removed_you']]);

  const tom = await joinAsSpouse(app, anna, 'tom@example.com');
  await tom.send('POST', '/api/family/leave');
  const gone = await app.signIn('tom@example.com');
  expect([(await newsOf(anna))[0], await newsOf(gone)]).toEqual(['left', []]);
});
