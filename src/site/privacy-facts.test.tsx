/** The figures on /privacy-security match the program. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { KEEP_HOURS, RETENTION_CHOICES } from '#features/book/privacy/contract.ts';
import { TRIAL_MINUTES } from '#features/money/lightning/trying/contract.ts';
import { LINK_MINUTES } from '#features/people/auth/contract.ts';
import { cookieJar, IDLE_DAYS, LONGEST_DAYS } from '#server/http/actor.ts';
import { MessagesProvider } from '#web/messages/messages-provider.tsx';
import { PrivacySecurity } from './privacy-security.tsx';

const words = renderToStaticMarkup(
  <MessagesProvider>
    <PrivacySecurity />
  </MessagesProvider>,
).replaceAll(/\s+/g, ' ');

test('how long entries, sign-ins, links and a deletion last (INFO-08)', () => {
  const years = Math.max(...RETENTION_CHOICES) / 12;
  const months = Math.min(...RETENTION_CHOICES.filter((choice) => choice > 0));
  expect(words).toContain(`you choose ${months} months to ${years} years, or forever`);
  expect(RETENTION_CHOICES).toContain(-1);
  const ends = `after ${IDLE_DAYS} days without a visit, and after ${LONGEST_DAYS} days in any case`;
  expect(words).toContain(`A sign-in ends ${ends}`);
  expect([LINK_MINUTES, words]).toEqual([60, expect.stringContaining('work once, within an hour')]);
  expect(words).toContain(`For ${KEEP_HOURS} hours any adult can still stop that`);
});

test('there are five cookies, the third lasts an hour and the fourth 15 minutes (INFO-08)', () => {
  const jar = cookieJar('http://localhost:3000');
  const header = vi.fn();
  const reply = { header } as unknown as Parameters<typeof jar.signIn>[0];
  jar.signIn(reply, 'token');
  jar.setPending(reply, 'nonce');
  jar.setTrial(reply, 'sealed');
  jar.setDevice(reply, 'token');
  const set = (header.mock.calls as [string, string][]).map(([, line]) => line);
  expect(set.map((line) => line.split('=', 1)[0]?.replace('__Host-', ''))).toEqual([
    'session',
    'signed_in',
    'pending',
    'trial',
    'device',
  ]);
  expect(words).toContain('Five cookies, all our own');
  expect([set[2], words]).toEqual([
    expect.stringContaining('; Max-Age=3600;'),
    expect.stringContaining('remembers for an hour'),
  ]);
  expect([set[3], words]).toEqual([
    expect.stringContaining(`; Max-Age=${TRIAL_MINUTES * 60};`),
    expect.stringContaining(`sealed, for ${TRIAL_MINUTES} minutes`),
  ]);
  const setters = Object.keys(jar).filter((name) => /^(set|signIn)/.test(name));
  expect(setters).toEqual(['signIn', 'setPending', 'setTrial', 'setDevice']);
});
