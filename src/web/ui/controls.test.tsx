/**
 * The small controls: tabs by arrow keys, the remembered theme, stamps and states in words, page
 * metadata.
 */
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { StateChip } from './chip.tsx';
import { PaydayStrip } from './payday-strip.tsx';
import { StampCard, stampsFor } from './stamp-card.tsx';
import { Tabs } from './tabs.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { type PageFacts, usePage } from './use-page.ts';

function Page(facts: PageFacts) {
  usePage(facts);
  return null;
}

test('each page sets its title, description, keywords, social titles and address (PLAT-37)', () => {
  const meta = (key: string) =>
    document.head.querySelector(`meta[name="${key}"], meta[property="${key}"]`);
  const { rerender } = render(<Page title="Goals" description="What we save for" keywords="a" />);
  expect(document.title).toBe('Goals · Satling');
  expect(meta('keywords')?.getAttribute('content')).toBe('a');
  rerender(<Page title="Wallet" description="Only to look" path="/wallet" />);
  expect(document.title).toBe('Wallet · Satling');
  expect(meta('description')?.getAttribute('content')).toBe('Only to look');
  expect(meta('og:title')?.getAttribute('content')).toBe('Wallet · Satling');
  expect(meta('twitter:title')?.getAttribute('content')).toBe('Wallet · Satling');
  expect(meta('keywords')).toBeNull();
  const canonical = document.head.querySelectorAll<HTMLLinkElement>('link[rel="canonical"]');
  expect(canonical).toHaveLength(1);
  expect(canonical[0]?.href).toBe(`${location.origin}/wallet`);
});

test('tabs: one stop for Tab, arrow keys cycle, only the open panel is visible', () => {
  const tabs = ['a', 'b', 'c'].map((id) => ({ id, label: `Tab ${id}`, panel: `Panel ${id}` }));
  render(<Tabs label="Views" tabs={tabs} />);
  const [first] = screen.getAllByRole('tab') as [HTMLElement];
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([0, -1, -1]);
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  expect(screen.getByRole('tabpanel').textContent).toBe('Panel a');
  fireEvent.keyDown(first, { key: 'ArrowLeft' });
  expect(screen.getByRole('tabpanel').textContent).toBe('Panel c');
  expect(document.activeElement?.textContent).toBe('Tab c');
});

test('the theme is applied, remembered, and returned to the system', () => {
  render(<ThemeSwitch />);
  expect((screen.getByRole('radio', { name: 'System' }) as HTMLInputElement).checked).toBe(true);
  fireEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(localStorage.getItem('satling_theme')).toBe('dark');
  fireEvent.click(screen.getByRole('radio', { name: 'System' }));
  expect(document.documentElement.dataset.theme).toBeUndefined();
  expect(localStorage.getItem('satling_theme')).toBeNull();
});

test('stamps say how many, never more than ten, and only new ones thump', () => {
  const { container } = render(<StampCard stamps={7} seen={6} />);
  expect(screen.getByRole('img', { name: '7 of 10 stamps' })).toBeTruthy();
  expect(container.querySelectorAll('.stamp-on')).toHaveLength(7);
  expect(container.querySelectorAll('.stamp-new')).toHaveLength(1);
  expect(stampsFor(299_999n, 300_000n)).toBe(9);
  expect(stampsFor(400_000n, 300_000n)).toBe(10);
  expect(stampsFor(1n, 0n)).toBe(0);
});

test('the four states are words, each with a mark', () => {
  const states = ['recorded', 'waiting', 'paid', 'checking'] as const;
  const { container } = render(states.map((state) => <StateChip key={state} state={state} />));
  expect(container.textContent).toBe('RecordedWaitingPaidStill checking');
  expect(container.querySelectorAll('svg')).toHaveLength(4);
});

test('the week names today and who is due', () => {
  const due = [{ key: 'm', name: 'Mia', slot: 0, face: 'fox' as const, day: 6 }];
  render(<PaydayStrip label="Pay days" today={6} due={due} />);
  expect(screen.getByText('Saturday, today: Mia')).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(7);
  expect(screen.getAllByRole('listitem')[6]?.getAttribute('aria-current')).toBe('date');
});
