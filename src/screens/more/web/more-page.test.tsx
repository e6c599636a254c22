/** More: every page the other places don't show. */
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { open } from '#tests/web/family.tsx';
import { aDashboard } from '#tests/web/replies.ts';

afterEach(() => {
  delete document.documentElement.dataset.sells;
});

test('the way to the subscription is there only where this server sells one (BILL-01)', async () => {
  open({ 'GET /api/dashboard': aDashboard() }, '/more');
  await screen.findByRole('link', { name: /^Family Overview/ });
  expect(screen.queryByRole('link', { name: /^Subscription/ })).toBeNull();
  document.body.replaceChildren();
  document.documentElement.dataset.sells = '';
  open({ 'GET /api/dashboard': aDashboard() }, '/more');
  const way = await screen.findByRole('link', { name: /^Subscription/ });
  expect(way.getAttribute('href')).toBe('/subscription');
});
