/** An instance's counts are bounded, and survive a failed write. */
import { expect, test } from 'vitest';
import { type Incident, newTally } from './tally.ts';

const NOW = new Date('2026-11-18T12:00:00Z');
const from = (subject: string, over: Partial<Incident> = {}): Incident => ({
  kind: 'unauthorized',
  detail: '',
  subject,
  count: 1,
  totalUs: 0,
  lastAt: NOW,
  ...over,
});

test('ever new networks fill neither memory nor table: the rest are counted as others', () => {
  const tally = newTally();
  for (let i = 0; i < 5_000; i++) tally.addIncident(from(`10.${Math.floor(i / 250)}.${i % 250}`));
  tally.addIncident(from('10.0.0'));
  const { incidents } = tally.take();
  expect(incidents.length).toBe(1_001);
  expect(incidents.find(({ subject }) => subject === '10.0.0')?.count).toBe(2);
  expect(incidents.find(({ subject }) => subject === 'others')?.count).toBe(4_000);
});

test('calls without a right are counted by network, however many addresses they come from', () => {
  const tally = newTally();
  const asked: string[] = [];
  const networkOf = (ip: string) => {
    asked.push(ip);
    return ip.split('.').slice(0, 3).join('.');
  };
  const later = new Date(NOW.getTime() + 1_000);
  for (const ip of ['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.1.1'])
    tally.addUnauthorized(ip, networkOf, NOW);
  tally.addUnauthorized('10.0.0.1', networkOf, later);
  expect(asked).toEqual(['10.0.0.1', '10.0.0.2', '10.0.1.1']);
  expect(tally.take().incidents).toEqual([
    from('10.0.0', { count: 4, lastAt: later }),
    from('10.0.1'),
  ]);
  // After the counts are taken, the network is determined again.
  tally.addUnauthorized('10.0.0.1', networkOf, later);
  expect(tally.take().incidents).toEqual([from('10.0.0', { lastAt: later })]);
  expect(asked).toHaveLength(4);
  for (let i = 0; i < 5_000; i++)
    tally.addUnauthorized(`10.${Math.floor(i / 250)}.${i % 250}.1`, networkOf, NOW);
  const { incidents } = tally.take();
  expect(incidents.length).toBe(1_001);
  expect(incidents.reduce((sum, { count }) => sum + count, 0)).toBe(5_000);
});

test('replies are counted by class of status and of time, and taken once', () => {
  const tally = newTally();
  const add = tally.counterOf('GET /api/family');
  for (const [status, ms] of [
    [200, 3],
    [204, 4],
    [200, 30],
    [503, 3],
  ] as const)
    add(status, ms);
  expect(tally.take().figures).toEqual([
    { route: 'GET /api/family', status: 2, latencyClass: 2, count: 2, totalUs: 7_000 },
    { route: 'GET /api/family', status: 2, latencyClass: 5, count: 1, totalUs: 30_000 },
    { route: 'GET /api/family', status: 5, latencyClass: 2, count: 1, totalUs: 3_000 },
  ]);
  expect(tally.take()).toEqual({ figures: [], incidents: [], notes: [] });
});

test('what could not be written is added to later counts', () => {
  const tally = newTally();
  const add = tally.counterOf('GET /api/family');
  add(200, 3);
  tally.addIncident(from('10.0.0'));
  const note = { id: 'a', at: NOW, method: 'GET', path: '/api/family', error: 'TypeError' };
  tally.addNotes([note]);
  const taken = tally.take();
  add(200, 4);
  const later = new Date(NOW.getTime() + 1_000);
  tally.addIncident(from('10.0.0', { lastAt: later }));
  tally.giveBack(taken);
  const { figures, incidents, notes } = tally.take();
  expect(figures).toMatchObject([{ count: 2, totalUs: 7_000 }]);
  expect(incidents).toEqual([from('10.0.0', { count: 2, lastAt: later })]);
  expect(notes).toEqual([note]);
});

test('of many crashes at once the newest are noted', () => {
  const tally = newTally();
  for (let i = 0; i < 100; i++)
    tally.addNotes([{ id: `${i}`, at: NOW, method: 'GET', path: '/', error: 'Error' }]);
  const { notes } = tally.take();
  expect([notes.length, notes.at(-1)?.id]).toEqual([20, '99']);
});
