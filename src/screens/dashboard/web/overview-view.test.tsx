/** Family Overview appears once the cards at its top are known. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { open } from '#tests/web/family.tsx';
import { aDashboard } from '#tests/web/replies.ts';

const LATE = [
  ['help to sign in', 'GET /api/family/sign-in-help'],
  ['changes to undo', 'GET /api/money-changes'],
  ['closed books', 'GET /api/children/closed'],
] as const;

test.each(LATE)('nothing is shown that late %s would move (PLAT-07)', async (_what, call) => {
  const { promise, resolve } = Promise.withResolvers<never[]>();
  const answers = Object.fromEntries(LATE.map(([, other]) => [other, [] as unknown]));
  const page = open(
    { 'GET /api/dashboard': aDashboard(), ...answers, [call]: () => promise },
    '/dashboard?view=overview',
  );
  await expect
    .poll(() => LATE.every(([, one]) => page.sent.some((s) => s.call === one)))
    .toBe(true);
  expect(screen.queryByRole('heading', { name: 'Settings' })).toBeNull();
  resolve([]);
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeTruthy();
});
