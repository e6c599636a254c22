/** The hours for mails to a child. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mailTime } from './quiet-hours.ts';

const at = (text: string) => new Date(text);

test('a child’s mail waits from 20:00 to 08:00 family time; an adult’s is sent at once (APPR-05)', () => {
  const berlin = 'Europe/Berlin'; // UTC+1 in November
  const cases: [string, string][] = [
    ['2026-11-20T18:59:59Z', '2026-11-20T18:59:59Z'],
    ['2026-11-20T19:00:00Z', '2026-11-21T07:00:00Z'],
    ['2026-11-20T23:30:00Z', '2026-11-21T07:00:00Z'],
    ['2026-11-21T06:59:59Z', '2026-11-21T07:00:00Z'],
    ['2026-11-21T07:00:00Z', '2026-11-21T07:00:00Z'],
  ];
  for (const [now, then] of cases) {
    expect(mailTime('child', at(now), berlin), now).toEqual(at(then));
    expect(mailTime('parent', at(now), berlin)).toEqual(at(now));
    expect(mailTime('spouse', at(now), berlin)).toEqual(at(now));
  }
});

test('in every time zone, the mail is sent within 13 hours and never in quiet hours (APPR-05)', () => {
  const zones = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'];
  const moments = fc.date({
    min: at('2026-01-01T00:00:00Z'),
    max: at('2027-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, fc.constantFrom(...zones), (now, zone) => {
      const then = mailTime('child', now, zone);
      const hour = Number(
        then.toLocaleString('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }),
      );
      expect(then.getTime()).toBeGreaterThanOrEqual(now.getTime());
      expect(then.getTime() - now.getTime()).toBeLessThanOrEqual(13 * 3_600_000);
      expect(hour).toBeGreaterThanOrEqual(8);
      expect(hour).toBeLessThan(20);
      expect(mailTime('child', then, zone)).toEqual(then);
    }),
  );
});
