/** The Lightning step of the setup. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aReader } from '#tests/web/goals.ts';
import {
  noneSent,
  type Reply,
  refusal,
  sentTo,
  serve,
  show,
  toasted,
} from '#tests/web/support.tsx';
import { clearToasts } from '#web/ui/toast-store.ts';
import { Toaster } from '#web/ui/toaster.tsx';
import { LightningStep } from './lightning-step.tsx';

const SAVE = 'POST /api/lightning-addresses/setup';
const onDone = vi.fn();

beforeEach(() => {
  clearToasts();
  onDone.mockClear();
});

function open(replies: Record<string, Reply> = {}, names = ['Mia', 'Leo', 'Leo', 'parent']) {
  const sent = serve({ 'GET /api/auth/user': [200, aReader(false)], ...replies });
  show(
    <>
      <LightningStep names={names} onDone={onDone} />
      <Toaster />
    </>,
  );
  return sent;
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const goOn = () => fireEvent.click(screen.getByRole('button', { name: 'Continue' }));

test('a refusal is said, and the step stays with what was typed (SETUP-27 SETUP-17)', async () => {
  open({ [SAVE]: refusal(400, 'Expected a Lightning address such as mia@example.com') });
  type('Mia’s Lightning address', 'mia');
  goOn();
  await toasted('Configuration Error. Expected a Lightning address such as mia@example.com');
  expect(screen.getByLabelText<HTMLInputElement>('Mia’s Lightning address').value).toBe('mia');
  expect(onDone).not.toHaveBeenCalled();
});

test('which address is none stands at its field, and nothing is sent (SETUP-14 SETUP-27)', async () => {
  const sent = open();
  type('Parents’ Lightning address', 'anna@example.com');
  type('Mia’s Lightning address', 'mia@nowhere');
  goOn();
  await toasted('Configuration Error. Expected a Lightning address such as mia@example.com');
  const invalid = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid');
  expect(invalid('Mia’s Lightning address')).toBe('true');
  expect(invalid('Parents’ Lightning address')).toBeNull();
  await noneSent(sent, SAVE);
});

test('a failure without a reason: "Failed to save Lightning addresses" (SETUP-27)', async () => {
  open({ [SAVE]: [400, ''] });
  type('Mia’s Lightning address', 'mia@example.com');
  goOn();
  await toasted('Configuration Error. Failed to save Lightning addresses');
  expect(onDone).not.toHaveBeenCalled();
});

test('nothing entered: nothing is saved, and the setup goes on (SETUP-16)', async () => {
  const sent = open();
  type('Mia’s Lightning address', '  ');
  goOn();
  expect(onDone).toHaveBeenCalledTimes(1);
  await noneSent(sent, SAVE);
});

test('addresses are saved by "parent" and a child’s name (SETUP-14 SETUP-20 SETUP-21 SETUP-24)', async () => {
  const sent = open({ [SAVE]: [200, { success: true }] });
  // Two children with one name can't be told apart here.
  expect(screen.getAllByRole('textbox')).toHaveLength(2);
  type('Parents’ Lightning address', ' anna@example.com ');
  type('Mia’s Lightning address', 'mia@example.com');
  goOn();
  await toasted('Lightning Addresses Saved');
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(sentTo(sent, SAVE)[0]?.body).toEqual({
    addresses: { parent: 'anna@example.com', Mia: 'mia@example.com' },
  });
});

test('the parent’s own e-mail address is not taken for a Lightning address without a word (SETUP-14)', async () => {
  open();
  const warned = /You sign in with this e-mail address/;
  type('Parents’ Lightning address', ' Reader@example.org ');
  expect(await screen.findByText(warned)).toBeTruthy();
  type('Parents’ Lightning address', 'reader@wallet.example');
  expect(screen.queryByText(warned)).toBeNull();
});
