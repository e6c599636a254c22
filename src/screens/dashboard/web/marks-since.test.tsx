/** Marks wait for the child, appear once, and only to the child itself. */
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Message } from '#features/notices/messages/contract.ts';
import { aChild, id, MIA } from '#tests/web/replies.ts';
import { serve, show } from '#tests/web/support.tsx';
import { MarksSince } from './marks-since.tsx';

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

const aMark = (n: number, data: Record<string, string>, over: Partial<Message> = {}): Message => ({
  ...{ id: id(n), kind: 'well_done', childId: MIA, childName: aChild().name, data },
  ...{ createdAt: '2026-11-18T12:00:00.000Z', read: false, state: null, ...over },
});

async function look(...list: Message[]): Promise<string | null> {
  serve({ 'GET /api/messages': [200, list] });
  const queries = show(<MarksSince childId={MIA} />);
  const heard = () => queries.getQueryCache().getAll()[0]?.state.status;
  await waitFor(() => expect(heard()).toBe('success'));
  // It is drawn in the same turn, or never.
  await act(() => Promise.resolve());
  const card = screen.queryByRole('region', { name: 'Something for you' });
  const text = card && [card.textContent, ...names(card)].join(' | ');
  cleanup();
  queries.clear();
  return text;
}
const names = (card: HTMLElement) =>
  [...card.querySelectorAll('[role=img]')].map((one) => one.getAttribute('aria-label'));

test('a stamp and words are there once, with who gave them and for what', async () => {
  const stamp = aMark(1, { mark: 'heart', entryId: id(9), what: 'Lemonade', by: 'Anna' });
  const words = aMark(2, { mark: 'patient', goalId: id(8), goal: 'Bike' });
  const first = await look(words, stamp);
  expect(first).toContain('From Anna, for “Lemonade”');
  expect(first).toContain('For “Bike”You waited patiently');
  expect(first).toContain('Heart');
  expect(await look(words, stamp)).toBeNull();
});

test('a mark seen in the list is not shown again; a sibling’s thanks have no name', async () => {
  expect(await look(aMark(1, { mark: 'star', what: 'Old' }, { read: true }))).toBeNull();
  const thanks = aMark(2, { mark: 'bear', goalId: id(8), goal: 'Tent' }, { kind: 'thanks' });
  expect(await look(thanks)).toContain('A thank you for your part in “Tent”');
});
