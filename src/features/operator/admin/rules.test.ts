/** Thresholds and their words, on both sides. */
import { describe, expect, test } from 'vitest';
import { classOf } from '#core/latency.ts';
import { NOT_CONFIGURED, type Service } from './contract.ts';
import {
  alertsOf,
  ERROR_RATE_ALERT,
  LEAST_REPLIES,
  limitText,
  networkText,
  type Replies,
  statusOf,
  summary,
} from './rules.ts';

const up: Service = { status: 'healthy', responseTime: 1, lastChecked: null, error: null };
const down: Service = { ...up, status: 'unhealthy', error: 'ECONNREFUSED' };
const none: Service = { ...up, status: 'unknown', responseTime: null, error: NOT_CONFIGURED };
const services = {
  database: up,
  bitcoin: none,
  lightning: none,
  email: none,
  'external apis': none,
};
const replies = (count: number, ms: number, failed = 0): Replies => ({
  latencyClass: classOf(ms),
  count,
  totalUs: count * ms * 1_000,
  failed,
});
const codes = (now: Parameters<typeof alertsOf>[0]) => alertsOf(now).map(({ code }) => code);

test('average, percentile and share of failures of no reply are 0 (ADMIN-25 ADMIN-43)', () => {
  expect(summary([])).toEqual({ total: 0, averageMs: 0, p95Ms: 0, slow: 0, errorRate: 0 });
});

test('all classes count, by how many replies they hold (ADMIN-25 ADMIN-43)', () => {
  const all = summary([replies(90, 4), replies(10, 1_500, 4)]);
  expect(all).toMatchObject({ total: 100, averageMs: 153.6, slow: 10, errorRate: 4 });
  expect(all.p95Ms).toBeGreaterThan(1_000);
});

describe('an alert (ADMIN-26)', () => {
  const at = (failed: number, count = 100) => ({
    replies: summary([replies(count, 4, failed)]),
    tasks: [],
    services,
  });

  test('comes above the error rate, not at it', () => {
    expect(codes(at(ERROR_RATE_ALERT))).toEqual([]);
    expect(codes(at(ERROR_RATE_ALERT + 1))).toEqual(['error_rate']);
  });

  test('waits until there are enough replies to speak of a rate', () => {
    expect(codes(at(LEAST_REPLIES - 1, LEAST_REPLIES - 1))).toEqual([]);
    expect(codes(at(LEAST_REPLIES, LEAST_REPLIES))).toEqual(['error_rate']);
  });

  test('comes when one reply in twenty takes more than a second', () => {
    const slow = (count: number) => ({
      replies: summary([replies(100 - count, 4), replies(count, 1_500)]),
      tasks: [],
      services,
    });
    expect(codes(slow(5))).toEqual([]);
    expect(codes(slow(6))).toEqual(['slow_replies']);
  });

  test('comes when the mail server is down, not when there is none', () => {
    const now = { replies: summary([]), services, tasks: [] };
    expect(codes(now)).toEqual([]);
    expect(codes({ ...now, services: { ...services, email: down } })).toEqual(['email_down']);
  });

  test('of several stands behind those that are worse', () => {
    const all = {
      replies: summary([replies(100, 1_500, 50)]),
      tasks: [],
      services: { ...services, email: down },
    };
    expect(alertsOf(all).map(({ severity }) => severity)).toEqual([
      'critical',
      'critical',
      'warning',
    ]);
  });
});

test('the whole is healthy, degraded with an alert, unhealthy without database (ADMIN-22 ADMIN-41)', () => {
  const calm = { replies: summary([]), services, tasks: [] };
  expect(statusOf(calm)).toBe('healthy');
  expect(statusOf({ ...calm, services: { ...services, email: down } })).toBe('degraded');
  expect(statusOf({ ...calm, services: { ...services, database: down } })).toBe('unhealthy');
});

test('a network is written as one, and anything else stays as it is (ADMIN-45)', () => {
  expect(networkText('203.0.113')).toBe('203.0.113.0/24');
  expect(networkText('2001:db8:1')).toBe('2001:db8:1::/48');
  expect(networkText('others')).toBe('others');
});

test('a limit is told in words, with whose it was where that is known (ADMIN-33)', () => {
  expect(limitText('verify', '203.0.113')).toBe(
    '203.0.113.0/24 tried too many wrong sign-in links or codes',
  );
  expect(limitText('mail', '')).toMatch(/^More sign-in mails/);
  expect(limitText('something-new', '')).toBe('A limit was reached: something-new');
});

test('a seal or a pay-day run that is late is an alert, the worse one first (ADMIN-22 PLAT-26)', () => {
  const codes = (seal: number, pay: number) => {
    const tasks = [
      { name: 'seal', seconds: seal },
      { name: 'pay-allowances', seconds: pay },
      { name: 'prune', seconds: 80_000 },
    ];
    return alertsOf({ replies: summary([]), services, tasks }).map(({ code }) => code);
  };
  expect(codes(300, 900)).toEqual([]);
  expect(codes(301, 900)).toEqual(['seal_late']);
  expect(codes(300, 901)).toEqual(['pay_days_late']);
  expect(codes(301, 901)).toEqual(['pay_days_late', 'seal_late']);
});
