/** The wallet's questions to a parent: whose a deposit is, and paying a child's send. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PaymentRecord } from '#features/money/lightning/paying/contract.ts';
import { openParentView, press } from '#tests/web/family.tsx';
import { aChild, aDashboard, aRequest, leo, MIA } from '#tests/web/replies.ts';
import { noneSent, refusal } from '#tests/web/support.tsx';
import { aCoverage, aDeposit, anInfo, aSend, id, noWallet, SIXTH } from '#tests/web/wallet.ts';

const DEPOSITS = 'GET /api/wallet/deposits';
const SENDS = 'GET /api/bitcoin/sends';
const ANSWER = `POST /api/wallet/deposits/${id(50)}/answer`;
const PROMISED = 'It pays what the book already promises';

const { family } = aDashboard();
const familyWith = (over: object) => ({ family: family && { ...family, ...over } });
const wallet = (over = {}) => ({
  'GET /api/wallet/family-info': anInfo(over),
  'GET /api/wallet/coverage': aCoverage(),
  'GET /api/bitcoin/preferences': {},
});

async function panel(over: object, answers: object) {
  const page = await openParentView(over, { ...wallet(), ...answers });
  const title = await screen.findByRole('heading', { name: /needs? (you|your answer)$/ });
  const bodies = (call: string) =>
    page.sent.filter((one) => one.call === call).map(({ body }) => body);
  return { ...page, bodies, inside: within(title.closest('section') as HTMLElement) };
}

test('a deposit is a row of what needs you; "it pays what the book promises" books nothing (DASH-17)', async () => {
  const { inside, bodies, answers } = await panel(familyWith({ depositsWaiting: 1 }), {
    [DEPOSITS]: [aDeposit()],
    [ANSWER]: refusal(409, 'Ben has just answered'),
  });
  inside.getByRole('heading', { name: 'One thing needs you' });
  await inside.findByRole('heading', { name: '12,000 sats arrived: Mia’s?' });
  inside.getByText('The book stays as it is. Your wallet now covers more of it.');
  press(PROMISED);
  await inside.findByText('Ben has just answered');
  const answered = { state: 'promised' as const, answeredAt: '2026-11-18T12:00:00.000Z' };
  const promised = aDeposit({ ...answered, answeredBy: 'Anna' });
  answers[ANSWER] = promised;
  answers[DEPOSITS] = [promised];
  answers['GET /api/family'] = familyWith({ depositsWaiting: 0 }).family;
  press(PROMISED);
  await inside.findByText('Already in the book');
  inside.getByRole('heading', { name: 'All answered' });
  expect(bodies(ANSWER).at(-1)).toEqual({ childId: MIA, isPromised: true });
});

test('a deposit is somebody’s or nobody’s; if it is in an earlier wallet, the row says so', async () => {
  const { inside, bodies, answers } = await panel(familyWith({ depositsWaiting: 1 }), {
    [DEPOSITS]: [aDeposit({ isEarlier: true })],
    [ANSWER]: [502, ''],
  });
  await inside.findByText(/arrived in a wallet you used before/);
  inside.getByText('The book stays as it is.');
  press('Write them down');
  await inside.findByText('Your answer could not be saved.');
  expect(bodies(ANSWER).at(-1)).toEqual({ childId: MIA });
  fireEvent.change(inside.getByLabelText('Whose are they?'), { target: { value: 'nobody' } });
  const answeredAt = '2026-11-18T12:00:00.000Z';
  const declined = aDeposit({ state: 'declined', answeredAt, answeredBy: 'Anna' });
  answers[ANSWER] = declined;
  answers[DEPOSITS] = [declined];
  press('Keep them out of the books');
  await inside.findByText('Kept out of the books');
  expect(bodies(ANSWER).at(-1)).toEqual({ childId: null });
});

test('an unassigned deposit needs a choice; one may pay promises to goals only', async () => {
  const only = (goalsBalance: string) => ({
    ...familyWith({ depositsWaiting: 1 }),
    children: [aChild({ savingsBalance: '0.00000000', goalsBalance })],
  });
  const replies = { [DEPOSITS]: [aDeposit({ childId: null, childName: null })] };
  const { inside, sent, unmount } = await panel(only('0.00000001'), replies);
  await inside.findByRole('heading', { name: '12,000 sats arrived: whose are they?' });
  press('Write them down');
  await noneSent(sent, ANSWER);
  inside.getByRole('button', { name: PROMISED });
  unmount();
  const nothing = await panel(only('0.00000000'), replies);
  await nothing.inside.findByRole('button', { name: 'Write them down' });
  expect(nothing.inside.queryByRole('button', { name: PROMISED })).toBeNull();
});

test('before the first entry a deposit is asked about too, above the steps, and the wallet is shown', async () => {
  const over = { ...familyWith({ depositsWaiting: 1, hasWallet: true }), recent: [] };
  const children = [{ ...leo(), id: MIA, name: 'Mia' }];
  const { inside } = await panel({ ...over, children }, { [DEPOSITS]: [aDeposit()] });
  await inside.findByRole('heading', { name: '12,000 sats arrived: Mia’s?' });
  // Nothing is promised yet.
  expect(inside.queryByRole('button', { name: PROMISED })).toBeNull();
  const steps = await screen.findByText('Three steps to the first pay day');
  const panelTitle = screen.getByRole('heading', { name: 'One thing needs you' });
  expect(panelTitle.compareDocumentPosition(steps)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await screen.findByRole('heading', { name: 'Family wallet' });
  await screen.findByText('Connected');
});

test('before the first entry a family without a wallet gets no wallet card and asks for no deposits (DASH-22)', async () => {
  const page = await openParentView(
    { recent: [], children: [leo()] },
    { 'GET /api/wallet/family-info': noWallet() },
  );
  await screen.findByText('Three steps to the first pay day');
  expect(screen.queryByRole('heading', { name: 'Family wallet' })).toBeNull();
  expect(page.sent.some(({ call }) => call === DEPOSITS || call === SENDS)).toBe(false);
});

test('a send that waits for a payment is a row, opens in its place, and is no part of a yes to all (WALL-29)', async () => {
  const requests = { open: [aRequest()], answered: [] };
  const { inside, answers } = await panel(
    { ...familyWith({ sendsWaiting: 1 }), requests },
    {
      [SENDS]: [aSend()],
      [`GET /api/bitcoin/sends/${id(70)}`]: aSend(),
      [`DELETE /api/bitcoin/sends/${id(70)}`]: aSend({ state: 'cancelled' }),
    },
  );
  inside.getByRole('heading', { name: '2 things need you' });
  await inside.findByRole('heading', { name: 'Pay 5,000 sats for Mia' });
  inside.getByText(SIXTH);
  inside.getByRole('group', { name: 'Show' });
  expect(inside.queryByRole('button', { name: /^Approve all/ })).toBeNull();
  press('Pay');
  await inside.findByRole('img', { name: 'QR code of this payment' });
  answers[SENDS] = [aSend({ state: 'cancelled' })];
  press('Cancel this send');
  await inside.findByText('Canceled');
  await waitFor(() => inside.getByRole('heading', { name: 'One request needs your answer' }));
});

test('payments that wait for a parent are said on Home and counted, with the way to see to them (DASH-17 LN-14)', async () => {
  const at = '2026-11-18T12:00:00.000Z';
  const asked: PaymentRecord = {
    ...{ id: id(60), childId: MIA, childName: 'Mia', state: 'asked', failure: null },
    ...{ amount: 300, fee: null, feeLimit: 10, description: 'Comic', payee: '02node' },
    ...{ paymentHash: 'ab', proof: null, preimage: null, provider: null, browser: null },
    ...{ madeBy: null, decidedBy: null, createdAt: at, expiresAt: at, endedAt: null },
    entryId: null,
  };
  await openParentView(familyWith({ paymentsWaiting: 3 }), {
    'GET /api/lightning/payments': [
      asked,
      { ...asked, id: id(61), state: 'declined' },
      // The wallet has not answered yet, so there is nothing to do.
      { ...asked, id: id(62), state: 'checking' },
      { ...asked, id: id(63), state: 'checking', failure: 'no-answer' },
      { ...asked, id: id(64), state: 'checking', browser: 'waits' },
    ],
  });
  await screen.findByRole('heading', { name: '3 Lightning payments need you' });
  within(screen.getByRole('navigation', { name: 'Places' })).getByText('3 things need you');
  const way = screen.getByRole('link', { name: 'See payments' });
  expect(way.getAttribute('href')).toBe('/lightning-config');
});
