/** Which pause applies on a day. */
import { expect, test } from 'vitest';
import { nextPause } from './pay-days.ts';

test('the pause in force lasts to the end of its last day; an empty one is none (CHILD-12)', () => {
  const ended = { from: '2026-03-20', to: '2026-03-19' };
  const now = { from: '2026-03-01', to: '2026-03-08' };
  const later = { from: '2026-03-15', to: '2026-03-16' };
  const pauses = [later, ended, now];
  expect(nextPause(pauses, '2026-03-01')).toEqual(now);
  expect(nextPause(pauses, '2026-03-08')).toEqual(now);
  expect(nextPause(pauses, '2026-03-09')).toEqual(later);
  expect(nextPause([ended], '2026-03-19')).toBeNull();
});
