/** Backups as an operator sees them: the words of each state, the sheet, a restore to check. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { noneSent, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { BackupsView } from './backups-view.tsx';

const READ = 'GET /api/admin/backups';
const SHEET = 'POST /api/admin/backups/sheet';
const KEPT = 'POST /api/admin/backups/sheet/kept';
const ERASE = 'POST /api/admin/backups/erased';
const OPEN = 'POST /api/admin/backups/checked';
const id = (n: number) => `0190c6e4-1a2b-7c3d-8e4f-00000000000${n}`;
const AT = '2026-12-01T03:12:00.000Z';
const care = (over: object = {}) => ({
  ...{ makes: true, provenAt: AT, isTroubled: false, isSheetKept: false },
  ...{ place: null, unchecked: null },
  ...over,
});
const open = (replies: object) => {
  const sent = serve(replies as Parameters<typeof serve>[0]);
  show(<BackupsView />);
  return sent;
};
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));

afterEach(() => vi.unstubAllGlobals());

const STATES: [over: object, ...said: RegExp[]][] = [
  [{ provenAt: null }, /The first backup will be made tonight/, /kept on this machine only/],
  [{}, /Last backup proven to restore/, /Proven here; not recoverable without this machine/],
  [
    { isSheetKept: true, place: { sentAt: AT, problem: null } },
    /You have it on paper/,
    /Also kept off-site, sent there and read back/,
  ],
  [
    { place: { sentAt: null, problem: 'refused' } },
    /Off-site storage hasn’t taken a backup yet/,
    /not recoverable/,
  ],
  [{ place: { sentAt: AT, problem: 'differs' } }, /didn’t take last night’s/, /not recoverable/],
  [
    { isTroubled: true, isSheetKept: true },
    /Last night’s backup didn’t work out. Monitoring/,
    /Last backup proven to restore/,
  ],
  [{ makes: false, provenAt: null }, /doesn’t make any here/, /Restore sheet/],
];

test.each(STATES)('how the backups stand is said in words: %o (T60)', async (over, ...said) => {
  open({ [READ]: [200, care(over)] });
  for (const one of said) expect((await screen.findAllByText(one)).length).toBeGreaterThan(0);
  const isBare = (over as { isSheetKept?: boolean }).isSheetKept;
  if (isBare) expect(screen.queryByText(/not recoverable/)).toBeNull();
});

test('the sheet is shown on a press alone, and three words of it are asked back (T60)', async () => {
  const words = Array.from({ length: 24 }, (_, at) => `word${at + 1}`);
  const sheet = {
    text: 'satling-restore:1:x:y:z',
    words,
    openingWords: 'apple tree',
    asked: [2, 7, 19],
  };
  const sent = open({
    [READ]: [200, care()],
    [SHEET]: [200, sheet],
    [KEPT]: [200, { success: true }],
  });
  await screen.findByRole('button', { name: 'Show the sheet' });
  expect(screen.queryByText('word7')).toBeNull();
  await noneSent(sent, SHEET);
  press('Show the sheet');
  expect((await screen.findAllByText('word7')).length).toBe(2); // on screen and in print
  expect(screen.getAllByText('apple tree').length).toBe(2);
  press('I have it on paper');
  await noneSent(sent, KEPT);
  for (const at of sheet.asked)
    fireEvent.change(screen.getByLabelText(`Word ${at}`), { target: { value: `word${at}` } });
  press('I have it on paper');
  await waitFor(() => expect(screen.queryByText('word7')).toBeNull());
  expect(sentTo(sent, KEPT)[0]?.body).toEqual({
    words: sheet.asked.map((at) => ({ at, word: `word${at}` })),
  });
});

test('a restore to check: nobody is taken out without a second press, and the server opens on its own press (T60)', async () => {
  const family = {
    ...{ id: id(1), createdAt: AT },
    adults: [{ id: id(2), email: 'tom@example.com', isParent: true }],
    children: [{ id: id(3), name: 'Nora' }],
  };
  const unchecked = { copiedAt: AT, families: [family], count: 501 };
  const sent = open({
    [READ]: [200, care({ unchecked })],
    [ERASE]: refusal(409, 'The family keeps a parent'),
    [OPEN]: [200, { success: true }],
  });
  await screen.findByRole('heading', { name: 'Check who is in each family' });
  screen.getByText('These are the newest 1 of 501 families.');
  press('Take out tom@example.com');
  const dialog = within(await screen.findByRole('alertdialog'));
  dialog.getByText('Take tom@example.com out of this family?');
  await noneSent(sent, ERASE);
  fireEvent.click(dialog.getByRole('button', { name: 'Take out' }));
  await screen.findByText('The family keeps a parent');
  expect(sentTo(sent, ERASE)[0]?.body).toEqual({ kind: 'person', id: id(2), ofFamily: id(1) });
  press('Erase Nora');
  await screen.findByText('Erase the book of Nora?');
  await noneSent(sent, OPEN);
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
  press('All correct: open the server');
  await waitFor(() => expect(sentTo(sent, OPEN)).toHaveLength(1));
});
