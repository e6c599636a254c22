/** Gifts on screens: the question to adults, a child’s address; and its payment limit. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { aGoal } from '#tests/web/goals.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { aConfig } from '#tests/web/vault.ts';
import { TimeZoneProvider } from '#web/time-zone.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { LightningStatus } from '../lightning-status.tsx';
import { PayLimitForm } from '../pay-limit-form.tsx';
import { AddressPanel } from './gift-address.tsx';
import { GiftAnswers } from './gift-answers.tsx';
import { GiftQuestions } from './gift-questions.tsx';

const MIA = '01a1fca1-0000-7000-8000-000000000001';
const ID = '01a1fca1-0000-7000-8000-000000000002';
const AT = '2026-11-22T12:00:00.000Z';
const LIST = 'GET /api/lightning/gifts';
const GOALS = 'GET /api/family-goals';
const A_WEEK_AGO = new Date(Date.now() - 7 * 86_400_000).toISOString();
const NO = '01a1fca1-0000-7000-8000-000000000003';
const GOAL = '01a1fca1-0000-7000-8000-000000000004';
const LEO = '01a1fca1-0000-7000-8000-000000000005';
const BOUGHT = '01a1fca1-0000-7000-8000-000000000006';
const OF_GOAL = `POST /api/goal-contributions/${ID}/undo`;
const OF_BOOK = `POST /api/transactions/${MIA}/undo`;
const ANSWER = `POST /api/lightning/gifts/${ID}/answer`;
const ADDRESS = `GET /api/lightning/children/${MIA}/gift-address`;
const TURN_ON = `POST /api/lightning/children/${MIA}/gift-address`;
const TURN_OFF = `DELETE /api/lightning/children/${MIA}/gift-address`;
const CONFIG = 'GET /api/lightning/config';
const LIMIT = `PUT /api/lightning/children/${MIA}/pay-limit`;

const mia = { id: MIA, name: 'Mia' };
const gift = {
  ...{ id: ID, childId: MIA, childName: 'Mia', amount: 5_000, comment: 'For your bike!' },
  ...{ state: 'waiting', purpose: null, arrivedAt: AT, answeredBy: null, answeredAt: null },
  entryId: null,
};
const booked = { ...gift, state: 'booked', purpose: 'goal', answeredBy: 'Anna', answeredAt: AT };
const off = { address: null, lnurl: null, obstacle: null };
const on = { ...off, address: 'k7qhm2xwpa@book.satling.org', lnurl: 'LNURL1DP68GURN8GHJ7' };
const reversal = {
  ...{ id: GOAL, childId: MIA, type: 'savings_deposit', amount: '-0.00005000' },
  ...{ description: 'Taken back', childName: 'Mia', createdAt: AT, state: 'recorded' },
  ...{ reverses: MIA, undoneBy: null, from: 'savings', to: null },
};
const config = {
  ...{ configured: false, provider: null, connections: [], parentAddress: null },
  ...{ childAddresses: {}, payLimits: { [MIA]: 500 }, syncFrequency: 'weekly' },
  ...{ emailReminders: false, spendingAlerts: false },
};
const connection = {
  ...{ purpose: 'receive', provider: 'CoinOS', type: 'nwc', state: 'silent', balance: 900 },
  ...{ budget: null, checkedAt: AT, connectedAt: AT, isRotationDue: false },
};

beforeEach(() => clearToasts());

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const enter = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

function open(page: ReactNode, replies: Record<string, Reply | readonly Reply[]>) {
  const sent = serve(replies);
  show(
    <>
      {page}
      <Toaster />
    </>,
  );
  return sent;
}

const inTokyo = (page: ReactNode) => <TimeZoneProvider value="Asia/Tokyo">{page}</TimeZoneProvider>;

const goals = [
  aGoal({ id: ID, title: 'Bike', targetAmount: '0.00100000', currentAmount: '0.00000000' }),
  aGoal({ id: GOAL, title: 'Just fits', targetAmount: '0.00010000', currentAmount: '0.00005000' }),
  aGoal({ id: MIA, title: 'Full soon', targetAmount: '0.00010000', currentAmount: '0.00005001' }),
  aGoal({ id: NO, title: 'Mia’s own', ownerChildId: MIA }),
  aGoal({ id: LEO, title: 'Leo’s own', ownerChildId: LEO }),
  aGoal({ id: BOUGHT, title: 'Bought', state: 'bought' }),
];

test('a gift is a question; a refusal is said, and only the chosen answer is sent', async () => {
  const sent = open(<GiftQuestions />, {
    [LIST]: [200, [gift, { ...booked, id: MIA }]],
    [GOALS]: [200, goals],
    [ANSWER]: [refusal(409, 'This goal needs only 0.00001000 BTC more'), [200, booked]],
  });
  await screen.findByRole('heading', {
    name: '5,000 sats from outside: savings, spending, or a goal?',
  });
  expect(screen.getAllByRole('heading')).toHaveLength(1);
  screen.getByText('“For your bike!”');
  await screen.findByRole('option', { name: 'To the goal: Bike' });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Choose',
    'To savings',
    'To spending money',
    'To the goal: Bike',
    'To the goal: Just fits',
    'To the goal: Mia’s own',
    'Not for the book',
  ]);
  press('Write them down');
  expect(sentTo(sent, ANSWER), 'nothing is chosen').toEqual([]);
  enter('What are they for?', `goal:${ID}`);
  press('Write them down');
  await screen.findByText('This goal needs only 0.00001000 BTC more');
  fireEvent.click(screen.getByRole('switch', { name: 'Mia may read these words' }));
  press('Write them down');
  await screen.findByText('Written into the book');
  expect(sentTo(sent, ANSWER).map(({ body }) => body)).toEqual([
    { purpose: 'goal', goalId: ID, showComment: false },
    { purpose: 'goal', goalId: ID, showComment: true },
  ]);
});

test('what is not for the book is kept out of it', async () => {
  const sent = open(<GiftQuestions childId={MIA} />, {
    [LIST]: [
      200,
      [
        { ...gift, comment: '' },
        { ...gift, id: MIA, childId: ID },
      ],
    ],
    [GOALS]: [200, []],
    [ANSWER]: [200, { ...booked, state: 'kept_out', purpose: null }],
  });
  await screen.findByRole('heading');
  expect(screen.queryByRole('switch')).toBeNull();
  enter('What are they for?', 'nothing');
  press('Keep them out of the book');
  await screen.findByText('Kept out of the book');
  expect(sentTo(sent, ANSWER)[0]?.body).toEqual({ purpose: null, showComment: false });
});

test('a wrong answer is undone for 24 hours, and a no may become a yes', async () => {
  const lately = { answeredAt: new Date().toISOString() };
  const ofGoal = { ...booked, ...lately, entryId: ID };
  const saved = { ...ofGoal, id: MIA, purpose: 'savings', entryId: MIA };
  const old = { ...saved, id: GOAL, amount: 100, answeredAt: A_WEEK_AGO, entryId: GOAL };
  const no = { ...booked, id: NO, amount: 200, state: 'kept_out', purpose: null };
  const kept = { ...booked, state: 'booked', purpose: 'spending' };
  const sent = open(inTokyo(<GiftAnswers childId={MIA} />), {
    [LIST]: [200, [ofGoal, saved, old, no, gift, { ...no, id: ID, childId: ID }]],
    [GOALS]: [200, []],
    [OF_GOAL]: [refusal(409, 'The goal is bought'), [200, { success: true }]],
    [OF_BOOK]: [200, reversal],
    [`POST /api/lightning/gifts/${NO}/answer`]: [200, kept],
  });
  const rows = await screen.findAllByRole('listitem');
  screen.getByText('Anna · Nov 22, 2026, 9:00 PM');
  expect(rows.map((row) => within(row).getAllByText(/./)[0]?.textContent)).toEqual([
    'To a goal',
    'To savings',
    'To savings',
    'Not for the book',
  ]);
  const undos = screen.getAllByRole('button', { name: 'Undo' });
  expect(undos, 'not after a day').toHaveLength(2);
  fireEvent.click(undos[0] as HTMLElement);
  await screen.findByText('The goal is bought');
  fireEvent.click(undos[0] as HTMLElement);
  await waitFor(() => expect(sentTo(sent, OF_GOAL)).toHaveLength(2));
  fireEvent.click(undos[1] as HTMLElement);
  await waitFor(() => expect(sentTo(sent, OF_BOOK)).toHaveLength(1));
  press('Answer again');
  enter('What are they for?', 'spending');
  press('Write them down');
  await screen.findByText('Written into the book');
});

test('a child without an address is told to ask; with one it sees it, and changes nothing', async () => {
  const first = serve({ [ADDRESS]: [200, off] });
  show(<AddressPanel child={mia} isChild />);
  await screen.findByText('You have no Lightning address yet. Ask a parent to turn it on.');
  expect(first).toHaveLength(1);
  cleanup();
  open(<AddressPanel child={mia} isChild />, { [ADDRESS]: [200, on] });
  await screen.findByText('k7qhm2xwpa@book.satling.org');
  screen.getByRole('img', { name: 'QR code of the address' });
  expect(screen.getAllByRole('button')).toHaveLength(1);
});

test.each([
  ['not-public', /needs a public web address over https/],
  ['no-receiving', /needs a connected wallet that only receives/],
])(
  'where it cannot be offered (%s) adults read why, and cannot turn it on',
  async (obstacle, why) => {
    open(<AddressPanel child={mia} isChild={false} />, { [ADDRESS]: [200, { ...off, obstacle }] });
    await screen.findByText(why);
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('an adult turns the address on, makes a new one, and turns it off after a question', async () => {
  const sent = open(<AddressPanel child={mia} isChild={false} />, {
    [ADDRESS]: [
      [200, off],
      [200, on],
    ],
    [TURN_ON]: [refusal(400, 'At most 20 small letters and digits', 'word'), [200, on]],
    [TURN_OFF]: [200, { success: true }],
  });
  await screen.findByText(/It is off until you turn it on/);
  press('Turn the address on');
  expect(await screen.findAllByText('At most 20 small letters and digits')).toHaveLength(2);
  enter(/^A word before/, 'Bike');
  press('Turn the address on');
  await screen.findByText('k7qhm2xwpa@book.satling.org');
  expect(sentTo(sent, TURN_ON)[1]?.body).toEqual({ word: 'bike' });
  screen.getByRole('button', { name: 'Make a new address' });
  press('Turn the address off');
  await noneSent(sent, TURN_OFF);
  press('Turn it off');
  await waitFor(() => expect(sentTo(sent, TURN_OFF)).toHaveLength(1));
});

test('an adult sets what a child may pay in a day without asking', async () => {
  const sent = open(<PayLimitForm child={mia} />, {
    [CONFIG]: [200, config],
    [LIMIT]: [
      refusal(400, 'Please enter a valid positive number', 'limit'),
      [200, { success: true }],
    ],
  });
  const field = await screen.findByLabelText<HTMLInputElement>(/^Mia may pay in a day/);
  expect(field.value).toBe('500');
  press('Save limit');
  expect(await screen.findAllByText('Please enter a valid positive number')).toHaveLength(2);
  enter(/^Mia may pay in a day/, '1200');
  press('Save limit');
  await screen.findByText('Limit saved');
  expect(sentTo(sent, LIMIT)[1]?.body).toEqual({ limit: '1200' });
});

test('the status of the Lightning wallet, with the way to /lightning-connect (DASH-25)', async () => {
  serve({ [CONFIG]: [200, config] });
  show(<LightningStatus />);
  await screen.findByText('No Lightning wallet is connected yet.');
  const way = screen.getByRole('link', { name: 'Connect a Lightning wallet' });
  expect(way.getAttribute('href')).toBe('/lightning-connect');
  cleanup();
  serve({ [CONFIG]: [200, { ...config, configured: true, connections: [connection] }] });
  show(<LightningStatus />);
  await screen.findByText('CoinOS');
  screen.getByText('Does not answer just now, 900 sats');
  const other = screen.getByRole('link', { name: 'Connect Lightning' });
  expect(other.getAttribute('href')).toBe('/lightning-connect');
  cleanup();
  const spending = { provider: 'coinos', relays: ['wss://relay.example'], isRotationDue: false };
  serve({ [CONFIG]: [200, config], 'GET /api/wallet/encrypted-config': aConfig({ spending }) });
  show(<LightningStatus />);
  await screen.findByText(/its connection is encrypted/);
  expect(screen.queryByText('No Lightning wallet is connected yet.')).toBeNull();
});
