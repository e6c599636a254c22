/** The daily limit shows what applies now, and when a raised one will. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serve, show } from '#tests/web/support.tsx';
import { CeilingCard } from './ceiling-card.tsx';

const GET = 'GET /api/family/ceiling';
const SAVE = 'PUT /api/family/ceiling';
const OLD = { amount: 20_000, counts: 20_000, from: null };
const RAISED = { amount: 1_000_000, counts: 20_000, from: '2026-11-28T01:15:00.000Z' };

afterEach(() => vi.unstubAllGlobals());

test('a raised limit shows when it will apply, and what applies until then (T59)', async () => {
  serve({
    [GET]: [
      [200, OLD],
      [200, RAISED],
    ],
    [SAVE]: [[200, RAISED]],
  });
  show(<CeilingCard />, 'Asia/Tokyo');
  expect(await screen.findByText(/Above 20,000 sats a day, we ask you/)).toBeTruthy();
  expect(
    screen.getByText(/A higher limit applies after 72 hours, a lower one right away/),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save limit' }));
  const said =
    'The new limit applies from Saturday, 10:15 AM. Until then, payments above 20,000 sats a day ask you to sign in again.';
  await waitFor(() => expect(screen.getByText(said)).toBeTruthy());
  expect(screen.queryByText(/Below it, paying stays one press/)).toBeNull();
});
