/** A child's pause. */
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openChildPage, openSetting, press, said, type } from '#tests/web/family.tsx';
import { aChild, leo, MIA } from '#tests/web/replies.ts';

const PAUSE = `POST /api/children/${MIA}/allowance/pauses`;
const END_PAUSE = `DELETE /api/children/${MIA}/allowance/pauses`;

async function childDialog(answers = {}, children = [aChild(), leo()]) {
  const page = await openChildPage({ children }, answers);
  return { ...page, dialog: await openSetting(/^Pause/, 'Pause Mia’s allowance') };
}

/** All sent to this call. */
const bodies = (sent: { call: string; body: unknown }[], call: string) =>
  sent.filter((one) => one.call === call).map((one) => one.body);

test('a pause needs two dates in order, from today on', async () => {
  const { sent, dialog } = await childDialog({ [PAUSE]: aChild() });
  const tries: [string, string, string][] = [
    ['', '', 'Please enter the first day of the pause'],
    ['2026-11-17', '2026-12-01', 'A pause starts today or later'],
    ['2026-11-20', '', 'Please enter the last day of the pause'],
    ['2026-11-20', '2026-11-19', 'The pause must end on or after the day it starts'],
  ];
  for (const [from, to, message] of tries) {
    type('From', from);
    type('To', to);
    press('Pause allowance');
    await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain(message));
  }
  expect(bodies(sent, PAUSE)).toEqual([]);
  type('To', '2026-12-04');
  press('Pause allowance');
  await said('Allowance paused', 'From Fri, Nov 20 to Fri, Dec 4.');
  expect(bodies(sent, PAUSE)).toEqual([{ from: '2026-11-20', to: '2026-12-04' }]);
});

test('a pause may start today', async () => {
  const { sent, dialog } = await childDialog({ [PAUSE]: aChild() });
  type('From', '2026-11-17');
  type('To', '2026-11-18');
  press('Pause allowance');
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toContain('today or later'));
  type('From', '2026-11-18');
  press('Pause allowance');
  await said('Allowance paused', 'From Wed, Nov 18 to Wed, Nov 18.');
  expect(bodies(sent, PAUSE)).toEqual([{ from: '2026-11-18', to: '2026-11-18' }]);
});

test.each([
  ['2026-11-10', 'Paused from Tue, Nov 10 to Fri, Dec 4.', 'End the pause today'],
  ['2026-11-20', 'A pause is set from Fri, Nov 20 to Fri, Dec 4.', 'Take the pause back'],
])(
  'a pause from %s is named by the child’s record, and can be ended',
  async (from, words, button) => {
    const paused = aChild({ pause: { from, to: '2026-12-04' } });
    const { sent, dialog } = await childDialog({ [END_PAUSE]: aChild() }, [paused, leo()]);
    dialog.getByText(words);
    press(button);
    await said('Pause ended');
    expect(bodies(sent, END_PAUSE)).toEqual([{}]);
  },
);

test('a record without a pause offers none to end, however far the next pay day is', async () => {
  const far = aChild({ nextAllowanceDate: '2026-12-05', daysUntilAllowance: 17 });
  const { dialog } = await childDialog({}, [far, leo()]);
  expect(dialog.queryByText(/Paused|A pause is set/)).toBeNull();
});
