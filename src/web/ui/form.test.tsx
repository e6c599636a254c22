/** Forms: errors next to their cause and in a summary. */
import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DayPicker } from './choice-field.tsx';
import { Form, type FormErrors } from './form.tsx';
import { SliderField } from './slider-field.tsx';
import { TextField } from './text-field.tsx';

function Sample({ errors, onSubmit }: { errors?: FormErrors; onSubmit?: () => void }) {
  const [name, setName] = useState('');
  const [day, setDay] = useState(6);
  return (
    <Form
      errors={errors}
      onSubmit={onSubmit ?? (() => {})}
      actions={<button type="submit">Save</button>}
    >
      <TextField name="who" label="Name" hint="As you say it" value={name} onChange={setName} />
      <DayPicker name="day" label="Day" value={day} onChange={setDay} />
    </Form>
  );
}

test('an invalid field shows why, next to it and above the form, and the summary leads to it', () => {
  const { rerender } = render(<Sample />);
  const field = screen.getByLabelText('Name');
  expect(field.getAttribute('aria-invalid')).toBeNull();
  rerender(<Sample errors={{ who: 'Please type a name', form: 'Not saved' }} />);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  const words = ids.map((id) => document.getElementById(id)?.textContent?.trim());
  expect(words).toEqual(['As you say it', 'Please type a name']);
  const summary = screen.getByRole('alert');
  expect(document.activeElement).toBe(summary);
  expect(summary.textContent).toContain('Not saved');
  fireEvent.click(within(summary).getByRole('link', { name: 'Please type a name' }));
  expect(document.activeElement).toBe(field);
});

test('an error goes while its field is changed, the others stay, and the focus stays with who types', () => {
  const errors = { name: 'Please give a name', other: 'Please say more' };
  const fields = (
    <>
      <TextField name="name" label="Name" value="" onChange={() => {}} />
      <TextField name="other" label="Other" value="" onChange={() => {}} />
    </>
  );
  const { rerender } = render(
    <Form errors={errors} onSubmit={() => {}}>
      {fields}
    </Form>,
  );
  const name = screen.getByLabelText('Name');
  name.focus();
  fireEvent.input(name, { target: { value: 'M' } });
  expect(name.getAttribute('aria-invalid')).toBeNull();
  expect(screen.queryAllByText('Please give a name')).toEqual([]);
  expect(screen.getAllByText('Please say more')).toHaveLength(2);
  expect(document.activeElement).toBe(name);
  rerender(
    <Form errors={{ ...errors }} onSubmit={() => {}}>
      {fields}
    </Form>,
  );
  expect(screen.getAllByText('Please give a name')).toHaveLength(2);
  expect(document.activeElement).toBe(screen.getByRole('alert'));
});

test('an error of the whole form goes with the first field that is changed', () => {
  render(<Sample errors={{ form: 'This is not an address' }} />);
  screen.getByText('This is not an address');
  fireEvent.input(screen.getByLabelText('Name'), { target: { value: 'M' } });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('sending asks the owner and does not leave the page', () => {
  const onSubmit = vi.fn();
  render(<Sample onSubmit={onSubmit} />);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});

test('the days go from Sunday to Saturday and one is chosen', () => {
  render(<Sample />);
  const days = screen.getAllByRole('radio') as HTMLInputElement[];
  const names = days.map((day) => day.closest('label')?.querySelector('.sr-only')?.textContent);
  expect(names.join(' ')).toBe('Sunday Monday Tuesday Wednesday Thursday Friday Saturday');
  expect(days.map((day) => day.checked).indexOf(true)).toBe(6);
  fireEvent.click(screen.getByRole('radio', { name: 'Wednesday' }));
  expect(days.map((day) => day.checked).indexOf(true)).toBe(3);
});

test('a percentage can be typed as well as slid, from 0 to 100 by 5 (PLAT-10)', () => {
  const onChange = vi.fn();
  render(<SliderField name="part" label="Part" value={25} onChange={onChange} />);
  const slider = screen.getByRole('slider') as HTMLInputElement;
  expect([slider.min, slider.max, slider.step]).toEqual(['0', '100', '5']);
  const typed = screen.getByLabelText('Part') as HTMLInputElement;
  expect([typed.min, typed.max, typed.step]).toEqual(['0', '100', '1']);
  fireEvent.change(typed, { target: { value: '33' } });
  fireEvent.change(slider, { target: { value: '60' } });
  expect(onChange.mock.calls).toEqual([[33], [60]]);
});

test('an empty form says once above it what several fields lack; the line leads to the first', () => {
  const errors = { who: 'Please fill this in', day: 'Please fill this in', form: 'Not saved' };
  render(<Sample errors={errors} />);
  const lines = within(screen.getByRole('alert')).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual(['Please fill this in', 'Not saved']);
  fireEvent.click(screen.getByRole('link', { name: 'Please fill this in' }));
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});
