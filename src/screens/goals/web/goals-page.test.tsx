/** The page /family-goals: back to the dashboard, nothing for visitors, a child's own view. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ROUTES } from '#app/web/route-table.tsx';
import { PAGES } from '#contract/pages.ts';
import { aChild, aDashboard, aUser, MIA } from '#tests/web/replies.ts';
import { noneSent, sentTo, serve, show } from '#tests/web/support.tsx';
import { GoalsPage } from './goals-page.tsx';

const lists = {
  'GET /api/family-goals': [200, []],
  'GET /api/pending-allocations': [200, []],
} as const;

test('the page is for who is signed in, and the server knows it (GOAL-02)', () => {
  expect(ROUTES['/family-goals'].signedIn).toBe(true);
  expect(PAGES).toContain('/family-goals');
});

test('a parent goes back to the dashboard, and sees the goals of the family (GOAL-03 GOAL-30)', async () => {
  const { user, family, children } = aDashboard();
  serve({
    ...lists,
    'GET /api/auth/user': [200, user],
    'GET /api/family': [200, family],
    'GET /api/children': [200, children],
  });
  show(<GoalsPage />);
  await screen.findByRole('heading', { name: 'No Family Goals Yet' });
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/dashboard');
});

test('a child opens the page with its own book alone', async () => {
  const sent = serve({
    ...lists,
    'GET /api/auth/user': [200, aUser({ role: 'child', childId: MIA })],
    [`GET /api/children/${MIA}`]: [200, aChild()],
  });
  show(<GoalsPage />);
  await screen.findByRole('heading', { name: 'Family Goals' });
  await noneSent(sent, 'GET /api/children');
});

test('a visitor sees nothing (GOAL-04)', async () => {
  vi.stubGlobal('location', { ...location, assign: vi.fn() });
  const sent = serve({
    'GET /api/auth/user': [401, { message: 'Authentication required', code: 'AUTH_ERROR' }],
  });
  show(<GoalsPage />);
  await waitFor(() => expect(sentTo(sent, 'GET /api/auth/user').length).toBeGreaterThan(0));
  expect(document.body.textContent).toBe('');
  await noneSent(sent, 'GET /api/family-goals');
});
