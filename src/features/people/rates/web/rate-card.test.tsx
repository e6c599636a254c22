/** A family's currency: typed, confirmed if far off, and then shown next to every amount. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aUser } from '#tests/web/replies.ts';
import { noneSent, type Reply, refusal, sentTo, serve, show } from '#tests/web/support.tsx';
import { MoneyText } from '#web/ui/money.tsx';
import { moneyText, valueText } from '#web/ui/money-text.ts';
import { setOwnRate } from '#web/ui/own-rate.ts';
import { clearToasts } from '#web/ui/toast-store.ts';
import { usualCurrency } from './currency-field.tsx';
import { followRate } from './follow-rate.ts';
import { priceText } from './price-text.ts';
import { RateCard } from './rate-card.tsx';

const GET = 'GET /api/family/rate';
const SET = 'PUT /api/family/rate';
const EUROS = { currency: 'EUR', minorPerBtc: 6_100_000 };
const TYPED = { fromSource: false, isOld: false };
const NO_SOURCE = {
  'GET /api/family/rate/source': [
    200,
    { name: null, currency: null, minorPerBtc: null, at: null, isTaken: false, problem: null },
  ] as Reply,
};
const DONE: Reply = [200, { success: true }];

afterEach(() => {
  setOwnRate(null);
  vi.unstubAllGlobals();
  clearToasts();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
async function type(price: string, currency = 'EUR') {
  fireEvent.change(await screen.findByLabelText('Currency'), { target: { value: currency } });
  fireEvent.change(screen.getByLabelText('One bitcoin costs'), { target: { value: price } });
  press('Save price');
}

test('a price in use stands first, and what changes it is folded away until it is long ago', async () => {
  const open = async (ageInDays: number) => {
    const at = new Date(Date.now() - ageInDays * 86_400_000).toISOString();
    serve({ [GET]: [200, { ...EUROS, by: 'Anna', at, ...TYPED }], ...NO_SOURCE });
    show(<RateCard />);
    const price = await screen.findByText(/^€61,000 a bitcoin, typed by Anna/);
    expect(screen.queryByText(/^Type what/)).toBeNull();
    const fold = screen.getByText('Change price or currency').closest('details');
    const isOpen = fold?.open;
    expect(price.compareDocumentPosition(fold as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    cleanup();
    return isOpen;
  };
  expect([await open(89), await open(91)]).toEqual([false, true]);
});

test('without one, the card says what to type', async () => {
  serve({ [GET]: [200, null], ...NO_SOURCE });
  show(<RateCard />);
  expect(await screen.findByText(/^Type what a bitcoin costs/)).toBeTruthy();
  expect(screen.queryByText('Change price or currency')).toBeNull();
});

test('what is no price is said at its field, and nothing is sent', async () => {
  const sent = serve({ [GET]: [200, null], ...NO_SOURCE, [SET]: DONE });
  show(<RateCard />);
  for (const wrong of ['', '0', 'much', '1.234567']) {
    await type(wrong);
    expect(screen.getAllByText(/Please enter what one bitcoin costs/).length).toBeGreaterThan(0);
  }
  await noneSent(sent, SET);
});

test('the most common money comes first, and what is gone is not offered; another money is said to be the family’s', async () => {
  const known = { ...EUROS, by: 'Anna', at: new Date().toISOString(), ...TYPED };
  serve({ [GET]: [200, known], ...NO_SOURCE });
  show(<RateCard />);
  await screen.findByLabelText('Currency');
  const options = [...(screen.getByLabelText('Currency') as HTMLSelectElement).options];
  const codes = options.map(({ value }) => value);
  expect(codes.slice(0, 3)).toEqual(['EUR', 'USD', 'GBP']);
  expect(codes).not.toContain('HRK');
  expect(new Set(codes).size).toBe(codes.length);
  expect(screen.queryByRole('status')).toBeNull();
  fireEvent.change(screen.getByLabelText('Currency'), { target: { value: 'USD' } });
  screen.getByText(
    /Everyone in the family will then see USD. Allowances agreed in EUR stay that way/,
  );
});

test.each([
  ['en-US', 'America/Chicago', 'USD'],
  ['en-US', 'Europe/Madrid', 'EUR'],
  ['en-GB', 'Europe/London', 'GBP'],
  ['de', 'Europe/Berlin', 'EUR'],
  ['de-CH', 'Europe/Zurich', 'CHF'],
  ['es-MX', 'America/Mexico_City', 'MXN'],
])('%s in %s is asked about %s first', (language, zone, currency) => {
  expect(usualCurrency(language, zone)).toBe(currency);
});

test('a price is sent in the smallest unit of its currency', async () => {
  const sent = serve({
    [GET]: [200, null],
    ...NO_SOURCE,
    [SET]: DONE,
    'GET /api/auth/user': [200, aUser()],
  });
  show(<RateCard />);
  await type('61,000.50');
  await waitFor(() => expect(sentTo(sent, SET)).toHaveLength(1));
  await type('9,500,000', 'JPY');
  await waitFor(() => expect(sentTo(sent, SET)).toHaveLength(2));
  expect(sentTo(sent, SET).map(({ body }) => body)).toEqual([
    { currency: 'EUR', minorPerBtc: 6_100_050 },
    { currency: 'JPY', minorPerBtc: 9_500_000 },
  ]);
});

test('a price that is far off is asked once more before it is saved', async () => {
  const sent = serve({
    [GET]: [200, { ...EUROS, by: 'Anna', at: '2026-11-20T10:00:00.000Z', ...TYPED }],
    ...NO_SOURCE,
    [SET]: [refusal(409, 'That is far from the last price. Is it right?', 'price'), DONE],
    'GET /api/auth/user': [200, aUser()],
  });
  show(<RateCard />);
  expect(await screen.findByText(/€61,000 a bitcoin, typed by Anna/)).toBeTruthy();
  await type('6,100');
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(sentTo(sent, SET)).toHaveLength(1);
  fireEvent.click(dialog.getByRole('button', { name: 'Yes, save it' }));
  await waitFor(() => expect(sentTo(sent, SET)).toHaveLength(2));
  expect(sentTo(sent, SET)[1]?.body).toEqual({
    ...{ currency: 'EUR', minorPerBtc: 610_000, isSure: true },
  });
});

test('without one the fixed estimate is shown to the cent; with one, two digits of it', () => {
  expect(valueText(142_300n)).toBe('$62.61');
  setOwnRate(EUROS);
  expect([142_300n, 690n, 7n, 100_000_000n].map((sats) => valueText(sats))).toEqual([
    ...['€87', '€0.42', '€0.0043', '€61,000'],
  ]);
  expect([6_100n, 1_700n, 16_310n, 16_312n].map((sats) => valueText(sats))).toEqual([
    ...['€3.70', '€1.00', '€9.90', '€10'],
  ]);
  expect(valueText(-690n)).toBe('−€0.42');
  expect(moneyText(690n, 'usd')).toBe('about €0.42');
  expect(priceText({ currency: 'EUR', minorPerBtc: 6_100_050n })).toBe('€61,000.50');
});

test('amounts are drawn anew as soon as the signed-in person is known', async () => {
  serve({});
  const queries = show(<MoneyText sats={690n} unit="usd" />);
  followRate(queries);
  expect(screen.getByText(/\$0.30/)).toBeTruthy();
  queries.setQueryData(['', 'api', 'auth', 'user'], aUser({ rate: EUROS }));
  expect(await screen.findByText(/€0.42/)).toBeTruthy();
  queries.setQueryData(['', 'api', 'auth', 'user'], aUser());
  expect(await screen.findByText(/\$0.30/)).toBeTruthy();
});
