/** Invalid settings stop the start with one line that names them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { OF_COMMANDS, SETTINGS } from './setting-names.ts';

const folder = mkdtempSync(join(tmpdir(), 'satling-env-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (env: Record<string, string>) => readEnv({ DATA_DIR: folder, ...env });

test('PUSH_HOSTS adds host names, and nothing else (T20)', () => {
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

test('what the public pages name is nothing by default, and checked (PLAT-38 INFO-13 INFO-14)', () => {
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

test('an operator’s address, a sender and a public address are what they say, or are refused (T08 T40 T44)', () => {
  for (const [name, value] of [
    ['ADMIN_EMAILS', 'x'],
    ['ADMIN_EMAILS', 'ops@example.com;boss@example.com'],
    ['ADMIN_EMAILS', 'ops@example.com,boss'],
    ['MAIL_FROM', 'nobody'],
    ['MAIL_FROM', 'Satling <nobody>'],
    ['MAIL_FROM', 'Satling book@satling.example'],
    ['MAIL_FROM', 'Satling <a@satling.example>, b@satling.example'],
    ['MAIL_FROM', 'Satling\r\nBcc: x@example.com <a@satling.example>'],
    ['PUBLIC_URL', 'https://satling.example/book'],
    ['PUBLIC_URL', 'https://satling.example/?a=1'],
    ['PUBLIC_URL', 'https://satling.example/#top'],
    ['PUBLIC_URL', 'https://me@satling.example'],
    ['PUBLIC_URL', 'https://'],
  ] as const)
    expect(() => read({ [name]: value }), `${name}=${value}`).toThrow(name);
  expect([...read({ ADMIN_EMAILS: ' Ops@Example.com , boss@example.com,' }).adminEmails]).toEqual([
    'ops@example.com',
    'boss@example.com',
  ]);
  for (const good of [
    'Satling <book@satling.example>',
    'book@satling.example',
    'satling@localhost',
  ])
    expect(read({ MAIL_FROM: good }).mailFrom).toBe(good);
  expect(read({ PUBLIC_URL: 'https://satling.example/' }).publicUrl).toBe(
    'https://satling.example',
  );
});

test('an empty setting counts as unset, whichever it is', () => {
  const names = SETTINGS.filter((name) => !OF_COMMANDS.includes(name) && name !== 'DATA_DIR');
  expect(names.length).toBeGreaterThan(25);
  for (const name of names) expect(read({ [name]: '' }), name).toEqual(read({}));
  expect(readEnv({ DATA_DIR: '', SECRET_KEY: 'x'.repeat(32) })).toEqual(
    readEnv({ SECRET_KEY: 'x'.repeat(32) }),
  );
});

test('a name that misses a setting by one letter is refused, and others are left alone', () => {
  for (const [slip, meant] of [
    ['DATABASE_URLS', 'DATABASE_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SERCET_KEY', 'SECRET_KEY'],
    ['CHAIN_HOST', 'CHAIN_HOSTS'],
    ['BACKUP_PASSPHRASE_FILES', 'BACKUP_PASSPHRASE_FILE'],
    ['SMTP_URI', 'SMTP_URL'],
  ] as const)
    expect(() => read({ [slip]: 'x' }), slip).toThrow(`There is no setting ${slip}: set ${meant}`);
  const others = { HOSTNAME: 'here', POST: '1', MAIL: '/var/mail/me', NODE_ENV: 'production' };
  expect(read({ ...others, PORT: '4000' }).port).toBe(4_000);
});
