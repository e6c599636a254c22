/** Pages for adults only send a child home. */
import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PAGES } from '#contract/pages.ts';
import { miasDashboard } from '#tests/web/replies.ts';
import { hintSignedIn, serve } from '#tests/web/support.tsx';
import { newQueryClient } from '#web/query.ts';
import { App } from './app.tsx';
import { ROUTES } from './route-table.tsx';

const PATHS = PAGES.filter((path) => ROUTES[path].adults);

afterEach(() => {
  vi.unstubAllGlobals();
  hintSignedIn(false);
});

test('the pages of grown-ups are those about the family’s wallets, its settings, the subscription and one child (BILL-02 DASH-13)', () => {
  const wallets = ['/coverage', '/lightning-connect', '/lightning-config', '/lightning-setup'];
  expect([...PATHS].sort()).toEqual(
    ['/children/:id', '/coinos-test', ...wallets, '/settings', '/subscription'].sort(),
  );
});

test.each(PATHS)(
  'a child at %s sees its own book, and is refused nothing (BILL-02 DASH-13 LN-25 LN-37 LN-59)',
  async (path) => {
    const all = miasDashboard();
    const sent = serve({ 'GET /api/dashboard': [200, all], 'GET /api/auth/user': [200, all.user] });
    vi.stubGlobal('scrollTo', vi.fn());
    hintSignedIn(true);
    history.replaceState(null, '', path);
    render(<App queries={newQueryClient()} />);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'));
    await screen.findByRole('heading', { name: 'Hi, Mia' });
    expect(sent.filter(({ call }) => /billing|wallet|lightning\/config/.test(call))).toEqual([]);
  },
);
