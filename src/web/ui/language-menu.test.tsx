/** Choosing a language: it is stored here, mails follow it, and the page reloads in any case. */
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { auth } from '#features/people/auth/contract.ts';
import { hintSignedIn, type Reply, serve, show } from '#tests/web/support.tsx';
import { languageChoice } from '#web/messages/language.ts';
import { LanguageMenu } from './language-menu.tsx';

const PUT = `${auth.language.method} ${auth.language.path}`;
const reload = vi.fn();

vi.setConfig({ testTimeout: 30_000 });
beforeEach(() => {
  hintSignedIn(false);
  reload.mockClear();
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  hintSignedIn(false);
  languageChoice.set(undefined);
  vi.unstubAllGlobals();
});

/** Everything sent before the page reloads. */
async function choose(language: string, reply: Reply, isOwn = true) {
  const sent = serve({ [PUT]: reply });
  show(<LanguageMenu isOwn={isOwn} />);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: language } });
  await expect.poll(() => reload.mock.calls.length).toBe(1);
  expect(languageChoice.get()).toBe(language);
  return sent.filter(({ call }) => call === PUT).map(({ call, body }) => ({ call, body }));
}

test('a signed-out reader’s choice is not sent', async () => {
  expect(await choose('de', [200, { success: true }])).toEqual([]);
});

test('on a handed-over tablet the choice is not sent: the mails are the parent’s', async () => {
  hintSignedIn(true);
  expect(await choose('de', [200, { success: true }], false)).toEqual([]);
});

test('who is signed in is written to in it', async () => {
  hintSignedIn(true);
  const told = { call: PUT, body: { language: 'es' } };
  expect(await choose('es', [200, { success: true }])).toEqual([told]);
});

test.each<[string, Reply]>([
  ['without a network', 'offline'],
  ['in a child’s hands', [403, { message: 'Access denied', code: 'FORBIDDEN' }]],
])('%s the page changes all the same', async (_, reply) => {
  hintSignedIn(true);
  expect((await choose('de', reply)).length).toBe(1);
});
