/** Settings that are wrong stop the start with one line that names them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEnv } from './env.ts';

const folder = mkdtempSync(join(tmpdir(), 'satling-env-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (env: Record<string, string>) => readEnv({ DATA_DIR: folder, ...env });

test('T20 PUSH_HOSTS adds names of hosts, and nothing that is no name of one', () => {
  for (const wrong of [
    'https://push.example.com',
    'push.example.com/path',
    'push.example.com:8443',
    'me@push.example.com',
    '*',
    '*.com',
    '*.',
    '.example.com',
    'push.*.example.com',
    '*push.example.com',
    'localhost',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    'push example.com',
    'push.example.com;evil.example',
    'push.example.com,,*',
    'push.example.com.',
    'ⓔxample.com',
  ])
    expect(() => read({ PUSH_HOSTS: wrong }), wrong).toThrow(/^PUSH_HOSTS must be names of hosts/);
  const usual = read({}).pushHosts;
  expect(usual).toContain('updates.push.services.mozilla.com');
  expect(read({ PUSH_HOSTS: '' }).pushHosts).toEqual(usual);
  expect(read({ PUSH_HOSTS: ' Push.Example.com , *.notify.example.org,' }).pushHosts).toEqual([
    ...usual,
    'push.example.com',
    '*.notify.example.org',
  ]);
});

test('PLAT-38 INFO-13 INFO-14 what the public pages name is nothing by default, and checked', () => {
  for (const [name, value] of [
    ['SOURCE_URL', 'javascript:alert(1)'],
    ['ANALYTICS_URL', 'somewhere'],
    ['DONATION_ADDRESS', 'bc1q spaced'],
    ['DONATION_ADDRESS', '<script>'],
    ['DONATION_LIGHTNING', 'no-host'],
    ['DONATION_LIGHTNING', 'a b@host.example'],
    ['DISPLAY_RATE_USD_PER_BTC', '0'],
    ['DISPLAY_RATE_USD_PER_BTC', '60,000'],
  ] as const)
    expect(() => read({ [name]: value }), `${name}=${value}`).toThrow(name);
  expect(Object.values(read({}).site)).toEqual(Array(5).fill(undefined));
  expect(read({ DISPLAY_RATE_USD_PER_BTC: '60000' }).site.usdPerBtc).toBe(60_000);
  expect(read({ DONATION_LIGHTNING: 'gift@book.example' }).site.donationLightning).toBe(
    'gift@book.example',
  );
});
