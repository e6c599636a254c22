/** Amounts on the screen: exact, with their unit, and one tap for all. */
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Money, MoneyText } from './money.tsx';
import { btcText, satsText, satsWithValue, valueText } from './money-text.ts';
import { setOwnRate } from './own-rate.ts';
import { unitChoice } from './unit-choice.ts';

afterEach(() => {
  unitChoice.set(undefined);
  setOwnRate(null);
});

test('an amount is grouped, exact and never without its unit', () => {
  expect(satsText(142_300n)).toBe('142,300 sats');
  expect(btcText(142_300n)).toBe('0.00142300 BTC');
  expect(valueText(142_300n)).toBe('$62.61');
  expect(valueText(1n)).toBe('$0.00');
  expect(satsText(-1_200n)).toBe('−1,200 sats');
  expect(valueText(-142_300n)).toBe('−$62.61');
  expect(satsText(2_100_000_000_000_000n)).toBe('2,100,000,000,000,000 sats');
  expect(valueText(2_100_000_000_000_000n)).toBe('$924,000,000,000.00');
});

test('DISPLAY_RATE_USD_PER_BTC dollars are counted at the rate that the server has written', () => {
  document.documentElement.dataset.usdPerBtc = '60000';
  expect(valueText(142_300n)).toBe('$85.38');
  delete document.documentElement.dataset.usdPerBtc;
  expect(valueText(142_300n)).toBe('$62.61');
});

test('a tap changes the unit of every amount, and the choice is remembered', () => {
  render(
    <>
      <Money sats={142_300n} />
      <Money sats={8_450n} />
      <MoneyText sats={2_000n} signed />
    </>,
  );
  const [first, second] = screen.getAllByRole('button') as [HTMLElement, HTMLElement];
  expect(first.textContent).toBe('142,300 sats');
  expect(first.getAttribute('aria-label')).toBe('142,300 sats, about $62.61. Change unit');
  fireEvent.click(first);
  expect(second.textContent).toBe('0.00008450 BTC');
  expect(second.querySelector('.money-tail')?.textContent).toBe('8450');
  expect(localStorage.getItem('satling_unit')).toBe('btc');
  fireEvent.click(second);
  expect(first.textContent).toBe('about $62.61');
  fireEvent.click(second);
  expect(first.textContent).toBe('142,300 sats');
  expect(screen.getByText(/2,000/).textContent).toBe('+2,000 sats');
});

test('in a family with its own money each amount says about what it is worth, and only there', () => {
  const amounts = () =>
    render(
      <>
        <Money sats={690n} />
        <MoneyText sats={-690n} signed />
        <MoneyText sats={690n} unit="btc" />
        <MoneyText sats={690n} unit="usd" />
        <MoneyText sats={690n} bare />
        <MoneyText sats={0n} />
      </>,
    );
  const { container, unmount } = amounts();
  expect(container.textContent).not.toMatch(/€/);
  expect(satsWithValue(690n)).toBe('690 sats');
  unmount();
  setOwnRate({ currency: 'EUR', minorPerBtc: 6_100_000 });
  expect(satsWithValue(-690n)).toBe('−690 sats (about €0.42)');
  expect(satsWithValue(0n)).toBe('0 sats');
  const shown = [...amounts().container.children].map(({ textContent }) => textContent);
  expect(shown).toEqual([
    '690 sats about €0.42',
    '−690 sats about €0.42',
    '0.00000690 BTC about €0.42',
    'about €0.42',
    '690 sats',
    '0 sats',
  ]);
});
