/** The operator's price source on the page of settings. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aUser } from '#tests/web/replies.ts';
import { noneSent, type Reply, sentTo, serve, show } from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { RateCard } from './rate-card.tsx';

const SOURCE = '/api/family/rate/source';
const AT = '2026-11-20T10:00:00.000Z';
const DONE: Reply = [200, { success: true }];
const SILENT = {
  ...{ name: 'coinbase', currency: null, minorPerBtc: null, at: null },
  ...{ isTaken: false, problem: null },
};
const SAID = { ...SILENT, currency: 'EUR', minorPerBtc: 6_100_000, at: AT };
const TAKEN = { currency: 'EUR', minorPerBtc: 6_000_000, by: 'Anna', at: AT, fromSource: true };

afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

function open(known: object | null, source: object) {
  const sent = serve({
    'GET /api/family/rate': [200, known],
    [`GET ${SOURCE}`]: [200, source],
    [`POST ${SOURCE}`]: DONE,
    [`PUT ${SOURCE}`]: DONE,
    'GET /api/auth/user': [200, aUser()],
  });
  show(<RateCard />);
  return sent;
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('where the operator asks nobody, nothing but typing is offered', async () => {
  open(null, { ...SILENT, name: null });
  expect(await screen.findByLabelText('One bitcoin costs')).toBeTruthy();
  expect(screen.queryByText('Coinbase')).toBeNull();
});

test('the source is chosen for a currency, and asks for nothing more', async () => {
  const sent = open(null, SILENT);
  fireEvent.click(await screen.findByLabelText(/^Coinbase/));
  fireEvent.change(screen.getByLabelText('Currency'), { target: { value: 'EUR' } });
  await press('Get the price from Coinbase');
  await waitFor(() => expect(sentTo(sent, `POST ${SOURCE}`)).toHaveLength(1));
  expect(sentTo(sent, `POST ${SOURCE}`)[0]?.body).toEqual({ currency: 'EUR' });
});

test('until it has said something, that is said; then its price needs a press', async () => {
  open(null, { ...SILENT, currency: 'EUR' });
  expect(await screen.findByText(/asks Coinbase within a minute/)).toBeTruthy();
});

test('a source that is in use opens with its price, and there is nothing to do', async () => {
  open({ ...TAKEN, isOld: false }, { ...SAID, minorPerBtc: 6_000_000, isTaken: true });
  expect(await screen.findByText(/^€60,000 a bitcoin, from Coinbase/)).toBeTruthy();
  expect(screen.queryByText(/Type what/)).toBeNull();
  expect(screen.getByText('Change price or currency').closest('details')?.open).toBe(false);
  expect(screen.queryByText('Use this price')).toBeNull();
});

test('its first price is used after a press', async () => {
  const sent = open(null, SAID);
  expect(await screen.findByText('Coinbase: €61,000 a bitcoin')).toBeTruthy();
  await noneSent(sent, `PUT ${SOURCE}`);
  await press('Use this price');
  await waitFor(() => expect(sentTo(sent, `PUT ${SOURCE}`)).toHaveLength(1));
  expect(sentTo(sent, `PUT ${SOURCE}`)[0]?.body).toEqual({
    ...{ currency: 'EUR', minorPerBtc: 6_100_000 },
  });
});

test('a price far from the last one says that it is not used', async () => {
  open({ ...TAKEN, isOld: false }, { ...SAID, minorPerBtc: 20_000_000 });
  expect(await screen.findByText(/isn’t used unless you say so/)).toBeTruthy();
  expect(screen.getByText(/^€60,000 a bitcoin, from Coinbase/)).toBeTruthy();
});

test('a source that gave no price is named, and an old price waits for a press', async () => {
  const sent = open({ ...TAKEN, isOld: true }, { ...SAID, isTaken: true, problem: 'silent' });
  expect(await screen.findByText(/Coinbase didn’t answer/)).toBeTruthy();
  expect(screen.queryByText('Use this price')).toBeNull();
  await press('Use it anyway');
  await waitFor(() => expect(sentTo(sent, `PUT ${SOURCE}`)).toHaveLength(1));
  expect(sentTo(sent, `PUT ${SOURCE}`)[0]?.body).toMatchObject({ minorPerBtc: 6_000_000 });
});
