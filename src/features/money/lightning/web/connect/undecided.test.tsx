/** Until the operator has chosen the network, no wallet can be entered: a note says so. */
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { auth } from '#features/people/auth/contract.ts';
import { aUser } from '#tests/web/replies.ts';
import { noneSent, serve, show } from '#tests/web/support.tsx';
import { keyOf } from '#web/query.ts';
import { ConnectForm } from './connect-form.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  delete document.documentElement.dataset.networkUndecided;
});

test.each([
  ['a parent', false],
  ['the operator', true],
])('%s reads it, and only the operator is led to the settings', async (_, isAdmin) => {
  document.documentElement.dataset.networkUndecided = '';
  const sent = serve({});
  const queries = show(<ConnectForm type="nwc" isEncrypted={false} />);
  act(() => void queries.setQueryData(keyOf(auth.user, {}), aUser({ isAdmin })));
  expect(screen.getByText('Wallets aren’t available yet')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  const link = () => screen.queryByRole('link', { name: 'Choose it in the server’s settings' });
  if (isAdmin) await waitFor(() => expect(link()?.getAttribute('href')).toBe('/admin/settings'));
  else expect(await screen.findByText('Ask whoever runs this server.')).toBeTruthy();
  await noneSent(sent);
  expect(link() !== null).toBe(isAdmin);
});

test('once it is chosen the form is there', () => {
  serve({});
  show(<ConnectForm type="nwc" isEncrypted={false} />);
  expect(screen.queryByText('Wallets aren’t available yet')).toBeNull();
  expect(screen.getByRole('button', { name: 'Connect' })).toBeTruthy();
});
