/**
 * Every call that redirects or destroys money has its own sentence in its message, in each
 * language, saying who did what. The calls come from the contracts: a new one needs words.
 */
import { afterAll, expect, test } from 'vitest';
import { nameOf } from '#contract/endpoint.ts';
import type { Message } from '#features/notices/messages/contract.ts';
import { endpoints } from '#tests/web/contracts.ts';
import { i18n } from '#web/messages/i18n.ts';
import { speak } from '#web/messages/speak.ts';
import { messageText } from './words.ts';

/** Both ask for the same: the family’s addresses. */
const SAME = 'POST /api/lightning-addresses/setup';
const CLOSING = 'DELETE /api/children/{id}';
const UNDO = 'POST /api/money-changes/{id}/undo';
const FORGET = 'POST /api/money-changes/{id}/forget';
const LANGUAGES = ['en', 'de', 'es'] as const;

const calls = endpoints
  .filter(({ money }) => money === 'redirects' || money === 'destroys')
  .map(nameOf);

const text = (kind: Message['kind'], data: Message['data']) =>
  messageText({ kind, data, childId: null, childName: 'Mia' } as Message);
const changed = (call: string, undid?: string) =>
  text('money_changed', { call, by: 'Anna', ...(undid !== undefined && { undid }) });

/** The message about a call. Closing a book has its own kind of message. */
function sentence(call: string): string {
  if (call === CLOSING) return text('book_closed', { by: 'Anna' });
  return changed(call, call === UNDO ? 'DELETE /api/wallet/configure' : undefined);
}

async function activate(language: (typeof LANGUAGES)[number]) {
  if (language === 'en') i18n.activate('en');
  else await speak(language);
}
afterAll(() => i18n.activate('en'));

test('every call that redirects or destroys money has its own sentence, in each language (T25)', async () => {
  expect(calls.length).toBeGreaterThan(25);
  const all = new Set<string>();
  for (const language of LANGUAGES) {
    await activate(language);
    const fallback = changed('PUT /api/else');
    for (const call of [...calls, `${FORGET} asked`]) {
      const said = sentence(call);
      const facts = [
        said.includes('Anna'),
        said.includes(fallback),
        call !== SAME && all.has(said),
      ];
      expect([language, call, ...facts]).toEqual([language, call, true, false, false]);
      all.add(said);
    }
  }
});

test('undoing such a call says which one, and not that the undoer did it, in each language (T25)', async () => {
  for (const language of LANGUAGES) {
    await activate(language);
    for (const call of calls.filter((one) => ![CLOSING, UNDO, FORGET].includes(one))) {
      const undone = changed(UNDO, call);
      const done = text('money_changed', { call });
      expect([call, undone.includes(done), undone.split('Anna').length]).toEqual([call, true, 2]);
    }
  }
});
