/** The amount field: typing, display, choices, questions. */
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { TypedUnit } from '#core/typed-units.ts';
import { type Amount, amountOf, btcOf, NO_AMOUNT } from './amount.ts';
import { AmountField, type AmountFieldProps } from './amount-field.tsx';
import { AmountHabitsProvider } from './amount-habits.ts';
import { Form } from './form.tsx';

const onSubmit = vi.fn<(btc: string) => void>();
beforeEach(() => onSubmit.mockClear());

interface SampleProps extends Partial<AmountFieldProps> {
  start?: Amount;
  unit?: TypedUnit;
}

function Sample({ start = NO_AMOUNT, unit: firstUnit = 'sats', ...rest }: SampleProps) {
  const [value, setValue] = useState(start);
  const [unit, chooseUnit] = useState<TypedUnit>(firstUnit);
  return (
    <AmountHabitsProvider
      value={{
        satsOnly: false,
        unit,
        chooseUnit,
        usualSats: () => [500n, 1_000n, 9_000n],
        askAboveSats: 1_136_363n,
      }}
    >
      <Form onSubmit={() => onSubmit(btcOf(value))} actions={<button type="submit">Save</button>}>
        <AmountField {...rest} name="amount" label="How much" value={value} onChange={setValue} />
      </Form>
    </AmountHabitsProvider>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('How much');
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const save = () => press('Save');
const unitNow = () =>
  ['sats', 'BTC'].find(
    (name) => screen.getByRole('button', { name }).getAttribute('aria-pressed') === 'true',
  );

/** Text below the field. */
const below = () =>
  (field().getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ');

/** All at once, as from a clipboard or a script. */
const put = (value: string) => fireEvent.change(field(), { target: { value } });

/** One key, as a browser reports it: the value after it, the caret, and what was inserted. */
function key(inputType: string, data: string | null, value: string, caret: number) {
  const input = field();
  input.focus();
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  set?.call(input, value);
  input.setSelectionRange(caret, caret);
  fireEvent(input, new InputEvent('input', { bubbles: true, inputType, data }));
}

/** Types at the caret, character by character. */
function typeKeys(text: string) {
  for (const one of text) {
    const { value, selectionStart } = field();
    const at = selectionStart ?? value.length;
    key('insertText', one, value.slice(0, at) + one + value.slice(at), at + 1);
  }
}

test('2000 are 2,000 sats: grouped while typed, explained below, sent as BTC (PLAT-09)', () => {
  render(<Sample />);
  expect(field().step).toBe('0.00000001');
  expect(field().inputMode).toBe('decimal');
  typeKeys('2000');
  expect(field().value).toBe('2,000');
  expect(below()).toBe('= 0.00002000 BTC, about $0.88');
  save();
  expect(onSubmit).toHaveBeenLastCalledWith('0.00002000');
});

test('the caret stays where it was while the marks move (PLAT-09)', () => {
  render(<Sample />);
  typeKeys('1234567');
  expect([field().value, field().selectionStart]).toEqual(['1,234,567', 9]);
  // A 9 after the 2.
  key('insertText', '9', '1,2934,567', 4);
  expect([field().value, field().selectionStart]).toEqual(['12,934,567', 4]);
  // Backspace after a mark removes the mark, which returns: only the caret moves.
  key('deleteContentBackward', null, '12934,567', 2);
  expect([field().value, field().selectionStart]).toEqual(['12,934,567', 2]);
  // Delete before a mark steps over it.
  key('deleteContentForward', null, '12934,567', 2);
  expect([field().value, field().selectionStart]).toEqual(['12,934,567', 3]);
  key('deleteContentBackward', null, '1,934,567', 1);
  expect([field().value, field().selectionStart]).toEqual(['1,934,567', 1]);
});

test('a mark that a person types is never taken for one of the field’s (T30)', () => {
  render(<Sample />);
  typeKeys('1.5');
  expect([field().value, unitNow()]).toEqual(['1.5', 'sats']);
  expect(below()).toBe('Sats have no decimals. Did you mean 1.5 BTC? Then choose BTC.');
  save();
  expect(onSubmit).toHaveBeenLastCalledWith('not an amount');
  put('');
  typeKeys('2,000');
  expect(field().value).toBe('2,000');
  typeKeys('0');
  expect(field().value).toBe('20,000');
  typeKeys('.5');
  expect(field().value).toBe('20000.5');
  save();
  expect(onSubmit).toHaveBeenLastCalledWith('not an amount');
});

test('a fraction in sats is refused with a question, and never becomes half a bitcoin (T30)', () => {
  render(<Sample />);
  typeKeys('0');
  typeKeys('.5');
  expect([field().value, unitNow()]).toEqual(['0.5', 'sats']);
  expect(below()).toBe('Sats have no decimals. Did you mean 0.5 BTC? Then choose BTC.');
  save();
  expect(onSubmit).toHaveBeenLastCalledWith('not an amount');
  put('0,5');
  expect([field().value, unitNow()]).toEqual(['0,5', 'sats']);
  save();
  expect(onSubmit).toHaveBeenLastCalledWith('not an amount');
  // One press confirms it.
  put('0.00002');
  press('BTC');
  expect([field().value, unitNow()]).toEqual(['0.00002', 'BTC']);
  expect(below()).toBe('= 2,000 sats, about $0.88');
  save();
  expect(onSubmit).toHaveBeenLastCalledWith('0.00002000');
});

test('the unit switch keeps the amount; what was unreadable is read again', () => {
  render(<Sample />);
  put('2000');
  press('BTC');
  expect(field().value).toBe('0.00002000');
  press('sats');
  expect(field().value).toBe('2,000');
  put('1.5');
  press('BTC');
  expect([field().value, unitNow()]).toEqual(['1.5', 'BTC']);
  expect(below()).toContain('= 150,000,000 sats');
});

test('in BTC a number that can be read in two ways is refused (T30)', () => {
  render(<Sample unit="btc" />);
  put('1,500');
  expect(below()).toContain('This can be read in two ways');
  save();
  expect(onSubmit).toHaveBeenLastCalledWith('not an amount');
  put('0.000000001');
  expect(below()).toBe('This is not an amount.');
});

test('a form that opens with 0 shows an empty field: 2000 typed there is 2,000 (PLAT-09)', () => {
  render(<Sample start={amountOf(0n)} />);
  expect(field().value).toBe('');
  save();
  expect(onSubmit).toHaveBeenLastCalledWith('0.00000000');
  put('2000');
  expect(field().value).toBe('2,000');
});

test('an empty field is sent as empty; an opened amount unchanged', () => {
  render(<Sample />);
  save();
  expect(onSubmit).toHaveBeenLastCalledWith('');
});

test('the resulting balance is shown below, unless there is not enough', () => {
  render(<Sample balance={{ sats: 50_000n, change: 'out' }} />);
  put('1000');
  expect(below()).toContain('After this: 49,000 sats left');
  put('50000');
  expect(below()).toContain('After this: 0 sats left');
  put('50001');
  expect(below()).not.toContain('After this');
});

test('chips are the usual amounts below the maximum; one tap fills the field', () => {
  render(<Sample maxSats={2_000n} />);
  expect(screen.queryByRole('button', { name: '9,000 sats' })).toBeNull();
  press('500 sats');
  expect(field().value).toBe('500');
  press('All: 2,000 sats');
  expect(field().value).toBe('2,000');
});

test('the youngest have no unit to choose, and see no BTC', () => {
  render(<Sample satsOnly />);
  expect(screen.queryByRole('button', { name: 'BTC' })).toBeNull();
  put('2000');
  expect(below()).toBe('about $0.88');
  put('0.5');
  expect([field().value, below()]).toEqual(['0.5', 'Please type a whole number.']);
  save();
  expect(onSubmit).toHaveBeenLastCalledWith('not an amount');
});

test('a large amount is questioned once, in words, before it is sent', () => {
  render(<Sample />);
  put('200000000');
  save();
  expect(onSubmit).not.toHaveBeenCalled();
  const question = screen.getByRole('alert');
  expect(question.textContent).toContain(
    'That is 200,000,000 sats (2 BTC), about $88,000. Is that right?',
  );
  expect(document.activeElement).toBe(question);
  press('No, change it');
  expect(document.activeElement).toBe(field());
  expect(screen.queryByRole('alert')).toBeNull();
  save();
  press('Yes, that is right');
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith('2.00000000');
  expect(screen.queryByRole('alert')).toBeNull();
  // The same amount again, after another refusal: it was already confirmed.
  save();
  expect(onSubmit).toHaveBeenCalledTimes(2);
  put('300000000');
  save();
  expect(onSubmit).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('alert').textContent).toContain('(3 BTC)');
});

test('a large amount is questioned up to the maximum, and not above it', () => {
  render(<Sample maxSats={2_000_000n} />);
  put('2000001');
  save();
  expect(screen.queryByRole('alert')).toBeNull();
  onSubmit.mockClear();
  put('2000000');
  save();
  expect(screen.getByRole('alert').textContent).toContain('2,000,000 sats');
  expect(onSubmit).not.toHaveBeenCalled();
});

test('dollars in the question are rounded, never cut', () => {
  render(<Sample />);
  put('2272700');
  save();
  expect(screen.getByRole('alert').textContent).toContain('about $1,000. Is that right?');
});

test('neither what the form contained before nor what will be refused is questioned', () => {
  const { unmount } = render(<Sample start={amountOf(200_000_000n)} />);
  save();
  expect(onSubmit).toHaveBeenLastCalledWith('2.00000000');
  unmount();
  render(<Sample maxSats={5_000n} />);
  put('200000000');
  save();
  expect(onSubmit).toHaveBeenCalledTimes(2);
});
