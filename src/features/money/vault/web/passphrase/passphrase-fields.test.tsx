/** A new passphrase in its form: each fault is shown once, and only while it exists. */
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { NewPassphraseDialog } from './new-passphrase-dialog.tsx';

const WRONG = 'Passphrases do not match';

beforeEach(() => {
  render(
    <NewPassphraseDialog
      title="Encrypt our wallet"
      submitLabel="Encrypt"
      busy={false}
      failure={undefined}
      onChosen={vi.fn()}
      onClose={vi.fn()}
    >
      <p>What will happen</p>
    </NewPassphraseDialog>,
  );
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const mismatch = () => {
  type('Passphrase', 'Maple-orbit-lantern-7');
  type('The same passphrase again', 'Maple-orbit-lantern-8');
  press('Encrypt');
  expect(screen.getAllByText(WRONG)).toHaveLength(2);
};

test('one that is made up has no fault of the one before (VAULT-04 VAULT-23)', async () => {
  mismatch();
  press('Make one up for me');
  await vi.waitFor(() =>
    expect(screen.getByLabelText<HTMLInputElement>('Passphrase').value).toMatch(/-\d{1,3}$/),
  );
  await vi.waitFor(() => expect(screen.queryAllByText(WRONG)).toEqual([]));
});

test('either field puts a mismatch right (VAULT-23)', () => {
  mismatch();
  type('Passphrase', 'Maple-orbit-lantern-8');
  expect(screen.queryAllByText(WRONG)).toEqual([]);
});

test('advice that is the field’s error is not said a second time below it (VAULT-28)', () => {
  const advice = 'Use at least 12 characters · Add a digit · Add a sign such as a hyphen';
  type('Passphrase', 'Summerhouse');
  type('The same passphrase again', 'Summerhouse');
  expect(screen.getAllByText(advice)).toHaveLength(1);
  press('Encrypt');
  // In the summary and at the field.
  expect(screen.getAllByText(advice)).toHaveLength(2);
  type('Passphrase', 'Summerhous');
  expect(screen.getAllByText(advice)).toHaveLength(1);
});
