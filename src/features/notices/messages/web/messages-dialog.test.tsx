/** The card of a message about a change has an undo, which leads to the same question. */
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
import { dayText, timeText } from '#web/dates.ts';
import { MessagesDialog } from './messages-dialog.tsx';

const COPY = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const ONE = {
  ...{ childId: null, childName: null, createdAt: '2026-11-20T10:00:00.000Z', read: true },
  state: null,
};
const CHANGED = { call: 'DELETE /api/wallet/configure', by: 'Ben', copyId: COPY };

afterEach(() => vi.unstubAllGlobals());

test('only a message about a change that was kept carries “Undo”, for exactly that change (T25)', async () => {
  const { call, by } = CHANGED;
  serve({
    'GET /api/messages': [
      [
        200,
        [
          { ...ONE, id: COPY.replace('ab', '01'), kind: 'money_changed', data: CHANGED },
          { ...ONE, id: COPY.replace('ab', '02'), kind: 'money_changed', data: { call, by } },
          { ...ONE, id: COPY.replace('ab', '03'), kind: 'money_moved', data: { by } },
        ],
      ],
    ],
  });
  const Undo = ({ copyId, at }: { copyId: string; at: string }) => <b>{`${copyId} ${at}`}</b>;
  show(<MessagesDialog Undo={Undo} onClose={() => undefined} />);
  expect(await screen.findByText(`${COPY} ${ONE.createdAt}`)).toBeTruthy();
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual([
    `/dashboard?view=overview&undo=${COPY}`,
    '/dashboard?view=overview',
    '/activity',
  ]);
});

test('a message of an earlier year names the year, one of this year its weekday (T25)', async () => {
  const now = new Date().toISOString();
  const message = (n: string, createdAt: string) => ({
    ...{ ...ONE, createdAt, id: COPY.replace('ab', n), kind: 'money_moved', data: { by: 'Ben' } },
  });
  serve({
    'GET /api/messages': [200, [message('01', now), message('02', '2020-11-20T10:00:00.000Z')]],
  });
  show(<MessagesDialog Undo={() => null} onClose={() => undefined} />, 'UTC');
  await screen.findByText('Nov 20, 2020 · 10:00 AM');
  screen.getByText(`${dayText(now, 'UTC')} · ${timeText(now, 'UTC')}`);
});
