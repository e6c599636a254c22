/** How long tests wait for what never happens. */
import { expect, test } from 'vitest';
import { patience, until } from '../../testkit/chain/until.ts';
import './patient-polls.ts';

test('a wait fails within 15 s on an idle machine, and within 120 s on any', () => {
  const known = [
    { load: 0, cores: 2, workMs: 1, ms: 15_000 },
    { load: 2, cores: 2, workMs: 5, ms: 15_000 },
    { load: 4, cores: 2, workMs: 5, ms: 30_000 },
    { load: 2, cores: 2, workMs: 15, ms: 45_000 },
    { load: 6, cores: 2, workMs: 10, ms: 90_000 },
    { load: 40, cores: 2, workMs: 50, ms: 120_000 },
  ];
  for (const { load, cores, workMs, ms } of known) expect(patience(load, cores, workMs)).toBe(ms);
});

test('a failed wait says what it waited for', async () => {
  await expect(until(() => false, 'the mail', 20)).rejects.toThrow('Waited 0 s for the mail');
  await until(() => Promise.resolve(true), 'the mail', 20);
});
