/** "Is it covered?": the chip, the page with its picture, and a child's sentence. */
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noneSent, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { aCoverage, anInfo, MIA } from '#tests/web/wallet.ts';
import { ChildWalletPanel } from '../children/child-wallet-panel.tsx';
import { CoverageChip } from './coverage-chip.tsx';
import { CoveragePage } from './coverage-page.tsx';
import { type Point, stepsOf } from './coverage-steps.ts';

const COVERAGE = 'GET /api/wallet/coverage';
const TUESDAY = '2026-11-17T12:00:00.000Z';
/** There, noon UTC is two at night of the next day. */
const DAY_AHEAD = 'Pacific/Kiritimati';
const SHORT = aCoverage({
  state: 'short',
  promised: '0.00150000',
  held: '0.00137700',
  waiting: '0.00020000',
  shortBy: '0.00012300',
  history: [
    { at: '2026-11-01T12:00:00.000Z', promised: '0.00100000', held: '0.00137700' },
    { at: TUESDAY, promised: '0.00150000', held: '0.00137700' },
  ],
});

test('a page that cannot be read says so', async () => {
  serve({ [COVERAGE]: refusal(403, 'Access denied') });
  show(<CoveragePage />);
  await screen.findByText('Access denied');
});

test.each([
  ['covered', aCoverage(), 'Covered'],
  ['short', SHORT, 'Short by 12,300 sats'],
  ['old', aCoverage({ state: 'not_checked', checkedAt: TUESDAY }), 'Not checked since Wed, Nov 18'],
  ['never', aCoverage({ state: 'not_checked', checkedAt: null }), 'Not checked yet'],
])('the chip of a wallet: %s', async (_, found, words) => {
  serve({ [COVERAGE]: [200, found] });
  show(<CoverageChip />, DAY_AHEAD);
  // Its line is reserved: nothing below moves later.
  expect(document.querySelector('p')?.style.minHeight).toBe('var(--target)');
  await screen.findByText(words);
  expect(screen.getByRole('link', { name: 'Is it covered?' }).getAttribute('href')).toBe(
    '/coverage',
  );
});

test('short: what is promised child by child, what is held, what waits apart, and by how much', async () => {
  serve({ [COVERAGE]: [200, SHORT] });
  show(<CoveragePage />);
  await screen.findByText(/promise 150,000 sats, and your wallet holds 137,700 sats: 12,300 sats/);
  const row = (term: string) => screen.getByText(term).closest('div')?.textContent;
  expect(row('Mia')).toContain('150,000 sats');
  expect(row('Mia')).toContain('of that in goals: 10,000 sats');
  expect(row('On its way, not counted')).toContain('+20,000 sats');
  expect(row('Missing')).toContain('12,300 sats');
});

test('who is short is given an address of their own wallet, over what is missing; a refusal says why', async () => {
  const TOP_UP = 'POST /api/wallet/top-up-address';
  const address = 'tb1qtopup';
  serve({
    [COVERAGE]: [200, SHORT],
    [TOP_UP]: [refusal(409, 'No address was prepared'), [200, { bitcoinAddress: address }]],
  });
  show(<CoveragePage onConnect={() => undefined} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Top it up' }));
  await screen.findByText('No address was prepared');
  fireEvent.click(screen.getByRole('button', { name: 'Top it up' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Top up your wallet' }));
  dialog.getByText(/^Send 12,300 sats to this address/);
  dialog.getByText(address);
  dialog.getByRole('img', { name: 'QR code of the address below' });
});

test('covered to the sat is not short: nothing is missing', async () => {
  const even = { promised: '0.00150000', held: '0.00150000', shortBy: '0.00000000' };
  serve({ [COVERAGE]: [200, aCoverage(even)] });
  show(<CoveragePage />);
  expect((await screen.findByText('More than promised')).closest('div')?.textContent).toContain(
    '0',
  );
  expect(screen.queryByText('Missing')).toBeNull();
});

test('before the first look nobody knows what the wallet holds, and nothing is missing', async () => {
  const promised = { promised: '0.00150000', shortBy: '0.00150000', held: '0.00000000' };
  serve({ [COVERAGE]: [200, aCoverage({ state: 'not_checked', checkedAt: null, ...promised })] });
  show(<CoveragePage />);
  await screen.findByText(/promise 150,000 sats/);
  expect(screen.getByText('In the wallet').closest('div')?.textContent).toContain('Not known yet');
  expect(screen.queryByText('Missing')).toBeNull();
});

test('where the source did not answer, it is said, and another is chosen here', async () => {
  const failed = { state: 'failed', failure: 'UNREACHABLE' } as const;
  const scan = { ...failed, checked: 0, used: 0, startedAt: TUESDAY, finishedAt: TUESDAY };
  serve({
    [COVERAGE]: [200, aCoverage({ state: 'not_checked', checkedAt: null })],
    'GET /api/wallet/family-info': [200, anInfo({ state: 'not_checked', scan })],
  });
  show(<CoveragePage onConnect={() => undefined} />);
  await screen.findByText('The source didn’t answer. We’ll try again.');
  fireEvent.click(screen.getByRole('button', { name: 'Where do we look this up?' }));
  await screen.findByRole('dialog');
});

test('the history is a picture with a sentence, and a table', async () => {
  serve({ [COVERAGE]: [200, SHORT] });
  show(<CoveragePage />, DAY_AHEAD);
  const picture = await screen.findByRole('img');
  expect(picture.textContent).toBe(
    'It was short once. Promised last: 150,000 sats, held: 137,700 sats.',
  );
  screen.getByText('Mon, Nov 2');
  fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'SincePromisedIn the wallet',
    'Wed, Nov 18150,000 sats137,700 sats',
    'Mon, Nov 2100,000 sats137,700 sats',
  ]);
});

test('the picture’s lines change in steps, and end at the right edge', () => {
  const points: Point[] = [
    { at: 0, promisedSats: 50n, heldSats: 100n },
    { at: 50, promisedSats: 100n, heldSats: 0n },
  ];
  expect(stepsOf(points, 100)).toEqual({
    promised: 'M0 97.2H285V14.4H600',
    held: 'M0 14.4H285V180H600',
    area: 'M0 14.4H285V180H600V180H0Z',
  });
  const [one] = points;
  expect(stepsOf(one ? [one] : [], 0).promised).toBe('M0 97.2H600');
});

test.each([
  ['parents_keep', null, 'Your parents keep your savings.'],
  ['parents_keep', new Date().toISOString(), 'Your parents keep your savings.'],
  [
    'holds_enough',
    new Date().toISOString(),
    'Your family’s wallet holds enough for your savings. Checked today.',
  ],
] as const)(
  'a child reads a plain sentence and no alarm: %s',
  async (sentence, checkedAt, words) => {
    const OF_MIA = `GET /api/wallet/coverage/${MIA}`;
    const sent = serve({ [OF_MIA]: [200, { sentence, checkedAt }] });
    show(<ChildWalletPanel child={{ id: MIA, name: 'Mia' }} isChild />);
    // Until then, it says what is true of every family.
    await noneSent(sent, 'any other');
    expect(sentTo(sent, OF_MIA)).toHaveLength(1);
    await screen.findByText(words);
    expect(screen.queryByText(/Short|missing/)).toBeNull();
  },
);
