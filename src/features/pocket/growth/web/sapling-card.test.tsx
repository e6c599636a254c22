/** A sapling is drawn with words for who cannot see it, and without any number. */
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { id } from '#tests/web/replies.ts';
import { serve, show } from '#tests/web/support.tsx';
import { LAST_STAGE } from '../sapling/rules.ts';
import { SaplingCard } from './sapling-card.tsx';

afterEach(() => vi.unstubAllGlobals());

const at = (stage: number, part = 50) =>
  serve({ [`GET /api/children/${id(1)}/sapling`]: [200, { stage, part }] });

test('a child sees its own, a parent reads whose it is; both read what there is to see', async () => {
  at(0);
  show(<SaplingCard childId={id(1)} />);
  const own = await screen.findByRole('region', { name: 'My sapling' });
  expect(own.textContent).toContain('A seed in the ground.');
  show(<SaplingCard childId={id(1)} name="Mia" />);
  await screen.findByRole('region', { name: 'Mia’s sapling' });
});

test('each stage has a picture of its own, and none has a number', async () => {
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

test('while it is not there, its room is, and nobody is asked to do anything', () => {
  serve({});
  show(<SaplingCard childId={id(1)} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('heading')).toBeNull();
});
