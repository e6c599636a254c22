/** Sending to a Lightning address: an invoice is requested, read, and paid after a question. */
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { noneSent, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts, toastState } from '#web/ui/toast-store.ts';
import { SendTab } from './send-tab.tsx';

const MIA = '01a1fca1-0000-7000-8000-000000000001';
const ASK = 'POST /api/lightning/invoice-for';
const DECODE = 'POST /api/lightning/decode';
const PAY = 'POST /api/lightning/pay';
const decoded = {
  ...{ tokens: 700, description: '', destination: '02node', timeExpire: 1_800_000_000 },
  ...{ paymentHash: 'ab'.repeat(32), feeLimit: 10 },
};

beforeEach(() => clearToasts());

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const enter = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const TO = 'Invoice or Lightning address';

const open = (replies: Parameters<typeof serve>[0]) => {
  const sent = serve(replies);
  const child = { id: MIA, name: 'Mia' };
  show(<SendTab child={child} isChild={false} leftToday={0} paysInBrowser={false} />);
  return sent;
};

test('only an address asks for an amount; what it refuses stands at the address, and nothing is read (LN-22)', async () => {
  const sent = open({ [ASK]: [refusal(409, 'This address doesn’t answer', 'receiver')] });
  enter(TO, 'lntb15');
  expect(screen.queryByLabelText(/^Amount/)).toBeNull();
  enter(TO, 'shop@example.com');
  press('Check');
  expect(
    (await screen.findAllByText('Please enter a valid positive number')).length,
  ).toBeGreaterThan(0);
  await noneSent(sent, ASK);
  enter(/^Amount/, '700');
  press('Check');
  expect((await screen.findAllByText('This address doesn’t answer')).length).toBeGreaterThan(0);
  await noneSent(sent, DECODE);
});

test('the question names the address, the amount and the fee; another amount is checked anew (LN-09)', async () => {
  const sent = open({ [ASK]: [200, { paymentRequest: 'lntb7' }], [DECODE]: [200, decoded] });
  enter(TO, ' shop@example.com ');
  enter(/^Amount/, '700');
  press('Check');
  fireEvent.click(await screen.findByRole('button', { name: 'Pay 700 sats' }));
  const question = await screen.findByRole('alertdialog', { name: 'Send to shop@example.com?' });
  for (const text of ['700 sats', '10 sats', 'shop@example.com'])
    expect(within(question).getByText(text)).toBeTruthy();
  expect(sentTo(sent, ASK)[0]?.body).toMatchObject({ receiver: 'shop@example.com', amount: '700' });
  expect(sentTo(sent, DECODE)[0]?.body).toEqual({ paymentRequest: 'lntb7' });
  fireEvent.click(within(question).getByRole('button', { name: 'Pay now' }));
  await vi.waitFor(() =>
    expect(sentTo(sent, PAY)[0]?.body).toMatchObject({ paymentRequest: 'lntb7' }),
  );
  enter(/^Amount/, '800');
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
});

test('a yes that the server refuses is a failed payment, with its reason (LN-20)', async () => {
  const why = 'This invoice was paid already';
  open({ [DECODE]: [200, decoded], [PAY]: refusal(409, why) });
  enter(TO, 'lntb7');
  press('Check');
  fireEvent.click(await screen.findByRole('button', { name: 'Pay 700 sats' }));
  press('Pay now');
  await screen.findByText(why);
  const refused = { title: 'Payment Failed', description: why, destructive: true };
  expect(toastState().recent[0]).toMatchObject(refused);
});
