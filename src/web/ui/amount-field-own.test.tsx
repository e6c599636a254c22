/** The amount field in a family's currency: money is typed, sats are sent. */
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { TypedUnit } from '#core/typed-units.ts';
import { btcOf, NO_AMOUNT } from './amount.ts';
import { AmountField } from './amount-field.tsx';
import { AmountHabitsProvider } from './amount-habits.ts';
import { setOwnRate } from './own-rate.ts';

afterEach(() => setOwnRate(null));

let sent = '';

function Sample() {
  const [value, setValue] = useState(NO_AMOUNT);
  const [unit, chooseUnit] = useState<TypedUnit>('own');
  const habits = {
    satsOnly: false,
    unit,
    chooseUnit,
    usualSats: () => [500n],
    askAboveSats: 10n ** 9n,
  };
  sent = btcOf(value);
  return (
    <AmountHabitsProvider value={habits}>
      <AmountField name="amount" label="How much" value={value} onChange={setValue} />
    </AmountHabitsProvider>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('How much');
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const put = (value: string) => fireEvent.change(field(), { target: { value } });
const unitNow = () => screen.getByRole('button', { pressed: true }).textContent;
const below = () => {
  const ids = (field().getAttribute('aria-describedby') ?? '').split(' ');
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join('');
};

const EUROS = { currency: 'EUR', minorPerBtc: 6_100_000 };

test('without a price nobody can type in a currency, not even somebody who did before', () => {
  render(<Sample />);
  expect(screen.queryByRole('button', { name: 'EUR' })).toBeNull();
  put('2000');
  expect([field().value, unitNow()]).toEqual(['2,000', 'sats']);
});

test('€2 become the sats that they buy, shown below before anything is saved', () => {
  setOwnRate(EUROS);
  render(<Sample />);
  put('2.005');
  expect(below()).toBe('Please type an amount such as 12.00.');
  expect(sent).toBe('not an amount');
  put('2');
  expect(below()).toBe('= 3,278 sats');
  expect(sent).toBe('0.00003278');
  press('500 sats');
  expect([field().value, below()]).toEqual(['0.31', '= 500 sats']);
  expect(sent).toBe('0.00000500');
  press('sats');
  expect(field().value).toBe('500');
  press('EUR');
  expect([field().value, below()]).toEqual(['0.31', '= 500 sats']);
  put('0.32');
  expect(below()).toBe('= 524 sats');
});

test('a price that changes during typing does not change what was shown', () => {
  setOwnRate(EUROS);
  render(<Sample />);
  put('2');
  act(() => setOwnRate({ ...EUROS, minorPerBtc: 3_000_000 }));
  expect(below()).toBe('= 3,278 sats');
  act(() => setOwnRate(null));
  expect([field().value, unitNow()]).toEqual(['3,278', 'sats']);
  expect(sent).toBe('0.00003278');
});
