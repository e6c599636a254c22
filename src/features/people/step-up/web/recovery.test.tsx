/** Recovery codes: made, shown once, printed; and one confirms. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { RecoveryCard } from './recovery-card.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';

const STATE = 'GET /api/auth/recovery-codes';
const MAKE = 'POST /api/auth/recovery-codes';
const CONFIRM = 'POST /api/auth/step-up/recovery';
const CODES = Array.from({ length: 10 }, (_, i) => `AAAA-BBBB-CCCC-DDD${i}`);
const NONE: Reply = [200, { left: 0, madeAt: null }];
const SEVEN: Reply = [200, { left: 7, madeAt: '2026-11-20T10:00:00.000Z' }];

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('somebody without codes makes ten with one press, sees them once and prints them', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const sent = serve({ [STATE]: NONE, [MAKE]: [200, { codes: CODES }] });
  show(<RecoveryCard />);
  expect(await screen.findByText('You don’t have any yet.')).toBeTruthy();
  press('Make ten codes');
  expect(await screen.findByText('They are shown only this once.')).toBeTruthy();
  const [shown, printed] = screen.getAllByText('AAAA-BBBB-CCCC-DDD9');
  expect(shown?.closest('.printed-sheet')).toBeNull();
  expect(printed?.closest('.printed-sheet')).toBeTruthy();
  press('Print');
  expect(print).toHaveBeenCalledOnce();
  expect(sentTo(sent, MAKE)).toHaveLength(1);
});

test('somebody with codes is asked before those on paper become invalid', async () => {
  const sent = serve({ [STATE]: SEVEN, [MAKE]: [200, { codes: CODES }] });
  // It is already the next day there.
  show(<RecoveryCard />, 'Pacific/Kiritimati');
  await screen.findByText('7 of 10 are left, made on Sat, Nov 21.');
  press('Make new codes');
  const dialog = within(await screen.findByRole('alertdialog'));
  await noneSent(sent, MAKE);
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await noneSent(sent, MAKE);
  press('Make new codes');
  fireEvent.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make new codes' }),
  );
  expect(await screen.findAllByText('AAAA-BBBB-CCCC-DDD0')).toHaveLength(2);
});

test('who gets no mail confirms with a code from the paper', async () => {
  const onDone = vi.fn();
  const message = 'This is not one of your recovery codes, or it was used already';
  serve({
    'POST /api/auth/step-up/code': [200, { email: 'anna@example.com', onConsole: false }],
    [CONFIRM]: [refusal(400, message, 'code'), [200, { success: true }]],
  });
  show(<StepUpDialog onDone={onDone} onClose={vi.fn()} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
  fireEvent.change(screen.getByLabelText(/^Recovery code/), { target: { value: CODES[0] } });
  press('Confirm');
  expect((await screen.findAllByText(message)).length).toBe(2);
  expect(onDone).not.toHaveBeenCalled();
  press('Confirm');
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
});
