/** Pages and people whose visits may be counted. */
import { expect, test } from 'vitest';
import { isCounted, mayBeCounted } from './rules.ts';

test('no page for signing in, and none with anything in its address, is counted (PLAT-38)', () => {
  for (const path of [
    '/onboarding',
    '/onboarding-setup',
    '/auth/verify',
    '/auth/email',
    '/invitation',
    '/logout',
    '/admin',
    '/lightning-setup',
    '/dashboard?child=1',
    '/auth/verify?token=x',
    '/blog/a/b',
    '/blog/Mia%20Weber',
    'https://elsewhere.example/',
    '',
  ])
    expect(isCounted(path), path).toBe(false);
  for (const path of ['/', '/donations', '/dashboard', '/blog', '/blog/fees-explained'])
    expect(isCounted(path), path).toBe(true);
});

test('a child is never counted, a handed-over tablet neither (PLAT-38)', () => {
  expect(mayBeCounted({ role: 'child', handedOver: false })).toBe(false);
  expect(mayBeCounted({ role: 'child', handedOver: true })).toBe(false);
  expect(mayBeCounted({ role: 'parent', handedOver: true })).toBe(false);
  expect(mayBeCounted({ role: 'spouse', handedOver: false })).toBe(true);
  expect(mayBeCounted(undefined)).toBe(true);
});
