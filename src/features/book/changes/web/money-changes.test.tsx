/** Money changes: who made each, and undoing one with a press and a confirmation. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { noneSent, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { MoneyChanges } from './money-changes.tsx';
import { UndoInMessage } from './undo-change.tsx';

const ID = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
const LIST = 'GET /api/money-changes';
const UNDO = `POST /api/money-changes/${ID}/undo`;
const FORGET = `POST /api/money-changes/${ID}/forget`;
const CHANGE = {
  ...{ id: ID, call: 'DELETE /api/wallet/configure', undid: null, childId: null, childName: null },
  ...{ by: 'Ben', at: '2026-11-20T10:00:00.000Z', endsAt: '2026-11-23T10:00:00.000Z' },
  ...{ state: 'open', isWhole: true, forgetting: 'ask' },
};

afterEach(() => {
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const confirm = (name: string) =>
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));
const open = () =>
  show(<MoneyChanges changeText={({ by }) => `${by} removed it.`} />, 'Asia/Tokyo');

test('a change says who did it, and is undone after a question (T25)', async () => {
  const sent = serve({
    [LIST]: [
      [200, [CHANGE]],
      [200, []],
    ],
    [UNDO]: [[200, { success: true }]],
  });
  open();
  expect(await screen.findByText('Ben removed it.')).toBeTruthy();
  // As the message about it says, in the family's time zone.
  screen.getByText(/ · 7:00 PM$/);
  press('Undo');
  await noneSent(sent, UNDO);
  confirm('Undo');
  await waitFor(() => expect(toastState().recent[0]).toMatchObject({ title: 'Undone' }));
  expect(sentTo(sent, UNDO)).toHaveLength(1);
});

test('one that was changed again says so before it is undone (T25)', async () => {
  const change = { ...CHANGE, state: 'changed', isWhole: false };
  serve({ [LIST]: [[200, [change]]] });
  open();
  expect(await screen.findByText('Changed again since')).toBeTruthy();
  press('Undo');
  expect(screen.getByText(/undoes the newer change too/)).toBeTruthy();
  expect(screen.getByText(/enter your wallet’s key again/)).toBeTruthy();
});

test('erasing it for good asks the other adult (T25)', async () => {
  const asked = [200, { success: true, isForgotten: false }] as [number, object];
  serve({ [LIST]: [[200, [CHANGE]]], [FORGET]: [asked] });
  open();
  await screen.findByText('Ben removed it.');
  press('Forget for good now');
  expect(screen.getByText(/once the other adult says yes/)).toBeTruthy();
  confirm('Forget for good');
  await waitFor(() =>
    expect(toastState().recent[0]).toMatchObject({ title: 'The other adult is asked' }),
  );
});

const LINK = `/dashboard?view=overview&undo=${ID}`;

test('the link in a mail asks about this change at once, and no longer once it is answered (T25)', async () => {
  history.replaceState(null, '', LINK);
  const sent = serve({
    [LIST]: [
      [200, [{ ...CHANGE, id: ID.replace('ab', 'ff') }, CHANGE]],
      [200, [{ ...CHANGE, state: 'undone' }]],
    ],
    [UNDO]: [[200, { success: true }]],
  });
  open();
  const sheet = await screen.findByRole('alertdialog', { name: 'Undo this change?' });
  expect(sentTo(sent, UNDO)).toHaveLength(0);
  fireEvent.click(within(sheet).getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Undone')).toBeTruthy();
  expect(sentTo(sent, UNDO)).toHaveLength(1);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(location.search).toBe('?view=overview');
});

test.each([
  { reply: [], words: /can’t be undone any more/ },
  { reply: [{ ...CHANGE, state: 'undone' }], words: 'This has already been undone.' },
])('a link that comes too late says so: $words (T25)', async ({ reply, words }) => {
  history.replaceState(null, '', LINK);
  serve({ [LIST]: [[200, reply]] });
  open();
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

const said = async (reply: object[], at: string) => {
  serve({ [LIST]: [[200, reply]] });
  show(<UndoInMessage copyId={ID} at={at} />);
};
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

test('a message undoes its change with the same question (T25)', async () => {
  await said([CHANGE], hoursAgo(1));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(screen.getByRole('alertdialog', { name: 'Undo this change?' })).toBeTruthy();
});

test.each([
  { reply: [{ ...CHANGE, state: 'undone' }], hours: 1, words: 'Undone' },
  { reply: [], hours: 71.9, words: 'Can’t be undone any more' },
  { reply: [], hours: 72.1, words: '72 hours are over' },
])(
  'a message says “$words” where nothing is left to undo (T25)',
  async ({ reply, hours, words }) => {
    await said(reply, hoursAgo(hours));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  },
);
