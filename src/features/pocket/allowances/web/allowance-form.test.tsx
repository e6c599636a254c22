/** An allowance agreed in the family's own money: two fields with current value. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aChild, MIA } from '#tests/web/replies.ts';
import { noneSent, type Reply, sentTo, serve, show } from '#tests/web/support.tsx';
import { setOwnRate } from '#web/ui/own-rate.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { AllowanceForm } from './allowance-form.tsx';

const CHANGE = `PATCH /api/children/${MIA}/allowance`;
const NOTHING: Reply = [200, { unbooked: [], nextDate: '2026-11-21' }];
const EUROS = { currency: 'EUR', minorPerBtc: 6_100_000 };
const AGREED = {
  currency: 'EUR',
  minor: 200,
  most: '0.00005000',
  minorPerBtc: 6_100_000,
  isPriceOld: false,
};

afterEach(() => {
  setOwnRate(null);
  vi.unstubAllGlobals();
  clearToasts();
});

function open(agreedAllowance: typeof AGREED | null = null) {
  const child = aChild({ agreedAllowance, weeklyAllowance: '0.00003278' });
  const sent = serve({
    [CHANGE]: [200, child],
    [`GET /api/children/${MIA}/allowance/preview`]: NOTHING,
  });
  show(<AllowanceForm child={child} onSaved={() => undefined} />);
  return sent;
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const agree = () => fireEvent.click(screen.getByRole('switch', { name: /^Agree it in EUR/ }));
async function save() {
  await screen.findByText(/the next allowance is on/);
  fireEvent.click(screen.getByRole('button', { name: 'Save allowance' }));
}

test('without a price there is nothing to agree; with one, no amount and no ceiling are refused', async () => {
  open();
  expect(screen.queryByRole('switch')).toBeNull();
  const way = screen.getByRole('link', { name: 'Say what a bitcoin costs' });
  expect(way.getAttribute('href')).toBe('/settings?page=paydays');
  setOwnRate(EUROS);
  const again = open();
  fireEvent.click((await screen.findAllByRole('switch'))[0] as HTMLElement);
  for (const wrong of ['', '0', '2.005']) {
    type('Each week, in EUR', wrong);
    fireEvent.click(
      screen.getAllByRole('button', { name: 'Save allowance' }).at(-1) as HTMLElement,
    );
  }
  await noneSent(again, CHANGE);
});

test('€2 and its ceiling are sent, and their value now is shown below', async () => {
  setOwnRate(EUROS);
  const sent = open();
  agree();
  type('Each week, in EUR', '2');
  type('At most', '5000');
  expect(screen.getByText('3,278 sats at the current price')).toBeTruthy();
  type('At most', '3000');
  expect(screen.getByText('3,000 sats at the current price')).toBeTruthy();
  await save();
  await waitFor(() => expect(sentTo(sent, CHANGE)).toHaveLength(1));
  expect(sentTo(sent, CHANGE)[0]?.body).toEqual({
    agreed: { currency: 'EUR', minor: 200, most: '0.00003000' },
    allowanceDay: 6,
  });
});

test('twice the current value is offered as the maximum; only a missing maximum is refused', async () => {
  setOwnRate(EUROS);
  const sent = open();
  agree();
  type('Each week, in EUR', '2');
  const most = () => (screen.getByLabelText('At most') as HTMLInputElement).value;
  expect(most()).toBe('6,600');
  type('Each week, in EUR', '1');
  expect(most()).toBe('3,300');
  type('At most', '');
  await save();
  expect(await screen.findAllByText('Please enter the most sats for one week')).not.toEqual([]);
  expect(screen.queryByText('Please enter a valid Bitcoin amount')).toBeNull();
  await noneSent(sent, CHANGE);
});

test('changing only the day sends the agreement unchanged', async () => {
  setOwnRate(EUROS);
  const sent = open(AGREED);
  expect(screen.getByLabelText<HTMLInputElement>('Each week, in EUR').value).toBe('2.00');
  fireEvent.click(screen.getByRole('radio', { name: /^Mon/ }));
  await save();
  await waitFor(() => expect(sentTo(sent, CHANGE)).toHaveLength(1));
  expect(sentTo(sent, CHANGE)[0]?.body).toEqual({
    agreed: { currency: 'EUR', minor: 200, most: '0.00005000' },
    allowanceDay: 1,
  });
});

test('the form warns that an agreement ends before it is saved, even if the figure is the same', async () => {
  setOwnRate(EUROS);
  const sent = open(AGREED);
  expect(screen.queryByText(/no longer in EUR/)).toBeNull();
  agree();
  expect(screen.getByText(/no longer in EUR/)).toBeTruthy();
  await save();
  await waitFor(() => expect(sentTo(sent, CHANGE)).toHaveLength(1));
  expect(sentTo(sent, CHANGE)[0]?.body).toEqual({
    weeklyAllowance: '0.00003278',
    agreed: null,
    allowanceDay: 6,
  });
});
