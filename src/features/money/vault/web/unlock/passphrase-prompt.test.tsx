/** The passphrase is needed again after the next sign-in, but not after a reload. */
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
import { stubVaultWorkers } from '#tests/web/vault-worker.ts';
import { newQueryClient } from '#web/query.ts';

/** The prompt as drawn by a freshly loaded page. */
async function reloaded() {
  vi.resetModules();
  const { PassphrasePrompt } = await import('./passphrase-prompt.tsx');
  show(<PassphrasePrompt onCancel={() => undefined} />);
}
const dialog = () => screen.queryByRole('dialog', { name: 'Unlock Your Wallet' });

test('who goes on without the wallet is not asked again after a reload, but in the next sign-in (DASH-05)', async () => {
  stubVaultWorkers();
  serve({});
  await reloaded();
  await waitFor(() => expect(dialog()).not.toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Continue without the wallet' }));
  await waitFor(() => expect(dialog()).toBeNull());
  cleanup();
  await reloaded();
  expect(dialog()).toBeNull();
  cleanup();
  const { forgetPerson } = await import('#web/forget.ts');
  forgetPerson(newQueryClient());
  await reloaded();
  await waitFor(() => expect(dialog()).not.toBeNull());
});
