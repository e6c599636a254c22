/** A sapling is drawn with words for people who can't see it, without numbers. */
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { id } from '#tests/web/replies.ts';
import { serve, show } from '#tests/web/support.tsx';
import { LAST_STAGE } from '../sapling/rules.ts';
import { SaplingCard } from './sapling-card.tsx';

afterEach(() => vi.unstubAllGlobals());

const at = (stage: number, part = 50) =>
  serve({ [`GET /api/children/${id(1)}/sapling`]: [200, { stage, part }] });

test('a child sees its own, a parent sees whose it is; for both it is described in words', async () => {
  at(0);
  show(<SaplingCard childId={id(1)} />);
  const own = await screen.findByRole('region', { name: 'My sapling' });
  expect(own.textContent).toContain('A seed in the ground.');
  show(<SaplingCard childId={id(1)} name="Mia" />);
  await screen.findByRole('region', { name: 'Mia’s sapling' });
});

test('each stage has its own picture, and none shows a number', async () => {
  const drawn = new Set<string>();
  for (let stage = 0; stage <= LAST_STAGE; stage++) {
    at(stage);
    const client = show(<SaplingCard childId={id(1)} />);
    const card = await screen.findByRole('region', { name: 'My sapling' });
    expect(card.textContent).not.toMatch(/\d/);
    drawn.add(card.querySelector('svg')?.innerHTML ?? '');
    cleanup();
    client.clear();
  }
  expect(drawn.size).toBe(LAST_STAGE + 1);
});

test('until it has loaded its space is reserved, and nothing asks for an action', () => {
  serve({});
  show(<SaplingCard childId={id(1)} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('heading')).toBeNull();
});
