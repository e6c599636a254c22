/** The end of a subscription, and equal mailboxes. */
import { expect, test } from 'vitest';
import { addMonths, canonicalEmail, extended, statusOf } from './rules.ts';

const at = (text: string) => new Date(text);

test.each([
  ['2026-01-15T08:30:00Z', 1, '2026-02-15T08:30:00Z'],
  ['2026-01-31T23:59:00Z', 1, '2026-02-28T23:59:00Z'],
  ['2028-01-31T00:00:00Z', 1, '2028-02-29T00:00:00Z'],
  ['2026-12-31T00:00:00Z', 12, '2027-12-31T00:00:00Z'],
  ['2028-02-29T00:00:00Z', 12, '2029-02-28T00:00:00Z'],
])('%s and %i months are %s (BILL-04)', (from, months, to) => {
  expect(addMonths(at(from), months)).toEqual(at(to));
});

test('months are added to what is left; after the end they start today (BILL-08)', () => {
  const now = at('2026-11-18T12:00:00Z');
  expect(extended(undefined, 1, now)).toEqual(at('2026-12-18T12:00:00Z'));
  expect(extended(at('2026-11-01T00:00:00Z'), 1, now)).toEqual(at('2026-12-18T12:00:00Z'));
  expect(extended(at('2026-11-20T00:00:00Z'), 1, now)).toEqual(at('2026-12-20T00:00:00Z'));
  expect(statusOf(undefined, now)).toBe('none');
  expect(statusOf(now, now)).toBe('expired');
  expect(statusOf(at('2026-11-18T12:00:01Z'), now)).toBe('active');
});

test('all ways to write one mailbox are one person (T39)', () => {
  for (const one of ['a.n.na+x@gmail.com', 'Anna@GoogleMail.com', 'anna+a+b@gmail.com'])
    expect(canonicalEmail(one)).toBe('anna@gmail.com');
  expect(canonicalEmail('anna+1@example.com')).toBe('anna@example.com');
  expect(canonicalEmail('an.na@example.com')).toBe('an.na@example.com');
});
