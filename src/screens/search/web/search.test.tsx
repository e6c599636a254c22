/** Search and shortcuts: results, what they open, and how to turn them off. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aChild, aDashboard, anEntry, leo, MIA, miasDashboard } from '#tests/web/replies.ts';
import { fakeApi, hintSignedIn, type Reply, sentTo, serve, show } from '#tests/web/support.tsx';
import { shortcutChoice } from '#web/shortcuts.ts';
import { setOwnRate } from '#web/ui/own-rate.ts';
import { SearchButton } from './search-button.tsx';

const LIST = 'GET /api/transactions';
const entry = anEntry({ description: 'Mittens' });
const page = {
  entries: [{ ...entry, change: null, balanceAfter: null }],
  next: null,
  searchedTo: null,
  broughtForward: null,
  account: null,
};

function open(who = aDashboard(), replies: Record<string, Reply> = {}) {
  history.replaceState(null, '', '/dashboard');
  const sent = serve({
    'GET /api/auth/user': [200, who.user],
    'GET /api/family': [200, who.family],
    'GET /api/children': [200, [aChild(), leo()]],
    [`GET /api/children/${MIA}`]: [200, aChild()],
    'GET /api/family-goals': [200, []],
    [LIST]: [200, page],
    ...replies,
  });
  show(
    <>
      <SearchButton />
      <label>
        Note <input />
      </label>
    </>,
  );
  return sent;
}

afterEach(() => setOwnRate(null));
beforeEach(() => {
  shortcutChoice.set(undefined);
  hintSignedIn(true);
});

const key = (name: string, more = {}, target: Element = document.body) =>
  fireEvent.keyDown(target, { key: name, ...more });
const options = () => screen.getAllByRole('option').map((one) => one.textContent);

async function search(words: string) {
  key('k', { ctrlKey: true });
  const line = await screen.findByRole('combobox');
  fireEvent.change(line, { target: { value: words } });
  return line;
}

test('Ctrl-K finds people, entries and acts; arrows choose and Enter opens', async () => {
  const sent = open();
  const line = await search('mi');
  await screen.findByRole('option', { name: /^Mittens/ });
  expect(sentTo(sent, LIST).at(-1)?.url).toContain('text=mi');
  expect(options()).toEqual([
    'MiaSavings book',
    'MittensMia · 142,300 sats · Nov 14, 2026',
    'Add transaction for Mia',
    'Hand over the tablet to Mia',
    'Mia’s Lightning',
    'Mia’s Bitcoin wallet',
    'Import CSV for Mia',
    'Family Goals',
    'Family Overview',
    'Mia’s statement',
  ]);
  expect(screen.getByRole('option', { selected: true }).textContent).toBe('MiaSavings book');
  key('ArrowDown', {}, line);
  key('Enter', {}, line);
  expect(location.pathname + location.search).toBe(`/activity?entry=${entry.id}`);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('nothing counts as not found before the book has answered', async () => {
  open();
  let answer: (reply: Reply) => void = () => undefined;
  const who = aDashboard();
  const sent = fakeApi(({ call }) => {
    if (call === LIST) return new Promise<Reply>((resolve) => (answer = resolve));
    if (call === 'GET /api/auth/user') return [200, who.user];
    if (call === 'GET /api/family') return [200, who.family];
    return [200, []];
  });
  await search('zebra');
  await waitFor(() => expect(sentTo(sent, LIST)).toHaveLength(1));
  expect(screen.queryByText(/^Nothing found/)).toBeNull();
  answer([200, { ...page, entries: [] }]);
  await screen.findByText(/^Nothing found/);
});

test('an entry says what it is worth in the family’s own money', async () => {
  setOwnRate({ currency: 'EUR', minorPerBtc: 6_100_000 });
  open();
  await search('mi');
  await screen.findByRole('option', { name: /142,300 sats \(about €87\) · Nov 14, 2026$/ });
});

test('an action opens its dialog at once', async () => {
  open();
  await search('add transaction for m');
  fireEvent.click(await screen.findByRole('option', { name: 'Add transaction for Mia' }));
  await screen.findByRole('dialog', { name: 'Parent Only' });
});

test('a parent opens Lightning and the Bitcoin wallet of the youngest from the search (LN-01 WALL-13)', async () => {
  open(aDashboard(), { 'GET /api/children': [200, [aChild({ age: 6 }), leo()]] });
  for (const wallet of ['Mia’s Lightning', 'Mia’s Bitcoin wallet']) {
    await search(wallet);
    fireEvent.click(await screen.findByRole('option', { name: wallet }));
    const dialog = within(await screen.findByRole('dialog', { name: wallet }));
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  }
});

test('a child finds its own acts and no other child (T19)', async () => {
  open(miasDashboard(), { [LIST]: [200, { ...page, entries: [] }] });
  const line = await search('');
  expect(options()).toContain('Ask to Use Savings');
  expect(options()).not.toContain('Add Child');
  fireEvent.change(line, { target: { value: 'leo' } });
  await screen.findByText(/^Nothing found/);
  expect(screen.queryAllByRole('option')).toEqual([]);
});

test('? lists the shortcuts, which can be switched off there; typing never triggers them', async () => {
  open();
  key('?', {}, screen.getByLabelText('Note'));
  expect(screen.queryByRole('dialog')).toBeNull();
  key('?');
  const keys = within(await screen.findByRole('dialog', { name: 'Keys' }));
  fireEvent.click(keys.getByRole('switch', { name: /^Use keyboard shortcuts/ }));
  expect(localStorage.getItem('satling_shortcuts')).toBe('off');
  fireEvent.click(keys.getByRole('button', { name: 'Close' }));
  key('?');
  key('k', { metaKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => screen.getByRole('dialog', { name: 'Search' }));
});
