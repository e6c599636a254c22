/** The browser's storage: keys, settings, the cipher, and dated records. */
import { afterEach, expect, test, vi } from 'vitest';
import {
  DEVICE_KEY,
  decryptLocal,
  deviceKey,
  encryptLocal,
  INVALID,
  NOT_INITIALIZED,
} from './cipher.ts';
import {
  dropLocal,
  hasLocal,
  keepAnew,
  keepLocal,
  openLocal,
  purgeBySettings,
  purgeLocal,
} from './kept.ts';
import { changeLocalSettings, isPurgeDays, LOCAL_DEFAULTS, localSettings } from './settings.ts';
import { clearOwnStorage, SETTINGS_KEY } from './storage.ts';

const DAY = 86_400_000;

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

test('the local settings and their defaults (PRIV-28 PRIV-29)', () => {
  expect(LOCAL_DEFAULTS).toEqual({
    storeTransactionHistory: false,
    enableDataPurging: true,
    dataPurgeDays: 30,
    allowAnalytics: false,
    encryptSensitiveData: true,
  });
  expect(localSettings()).toEqual(LOCAL_DEFAULTS);
  for (const odd of ['', 'null', '[]', '7', '{"dataPurgeDays":0,"allowAnalytics":"yes"}', '{']) {
    localStorage.setItem(SETTINGS_KEY, odd);
    expect(localSettings(), odd).toEqual(LOCAL_DEFAULTS);
  }
  expect(changeLocalSettings({ dataPurgeDays: 7 })).toBe(true);
  expect(localSettings()).toEqual({ ...LOCAL_DEFAULTS, dataPurgeDays: 7 });
});

test('days to purge are whole, from 1 to 365 (PRIV-30)', () => {
  for (const wrong of [0, 366, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(isPurgeDays(wrong), String(wrong)).toBe(false);
  for (const good of [1, 30, 365]) expect(isPurgeDays(good)).toBe(true);
});

test('every key begins with satling_, and clearing removes those and no other (PRIV-31 T53)', async () => {
  changeLocalSettings({ allowAnalytics: true });
  await keepLocal('sign-in', { email: 'anna@example.org' });
  expect(Object.keys(localStorage).sort()).toEqual([
    'satling_device_key',
    'satling_privacy',
    'satling_sign-in',
  ]);
  localStorage.setItem('satling.unit', 'btc'); // of an earlier release
  localStorage.setItem('other_satling_', 'stays');
  sessionStorage.setItem('satling_x', '1');
  clearOwnStorage();
  expect({ ...localStorage }).toEqual({ other_satling_: 'stays' });
  expect(sessionStorage).toHaveLength(0);
});

test('the device key is 32 random bytes in hex, made once (PRIV-32)', () => {
  const key = deviceKey();
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(deviceKey()).toBe(key);
  expect(localStorage.getItem(DEVICE_KEY)).toBe(key);
  localStorage.clear();
  expect(deviceKey()).not.toBe(key);
});

test('without a key, or where the browser cannot, encryption is not initialized (PRIV-33)', async () => {
  await expect(encryptLocal(undefined, 'x', 1)).rejects.toThrow('Encryption not initialized');
  await expect(decryptLocal(undefined, 'x', 'AAAA')).rejects.toThrow(NOT_INITIALIZED);
  const key = deviceKey();
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  await expect(encryptLocal(key, 'x', 1)).rejects.toThrow(NOT_INITIALIZED);
});

test('what cannot be decrypted is an error and never read as plain JSON (PRIV-33 PRIV-34)', async () => {
  const key = deviceKey();
  const box = await encryptLocal(key, 'sign-in', { email: 'anna@example.org' });
  expect(box).not.toContain('anna');
  expect(await decryptLocal(key, 'sign-in', box)).toEqual({ email: 'anna@example.org' });
  expect(await encryptLocal(key, 'sign-in', { email: 'anna@example.org' })).not.toBe(box);
  const flipped = `${box.slice(0, 30)}${box[30] === 'A' ? 'B' : 'A'}${box.slice(31)}`;
  const other = 'ab'.repeat(32);
  const tries: [string | undefined, string, string][] = [
    [other, 'sign-in', box],
    [key, 'another-name', box],
    [key, 'sign-in', flipped],
    [key, 'sign-in', box.slice(0, 20)],
    [key, 'sign-in', ''],
    [key, 'sign-in', '{"email":"evil@example.org"}'],
    [key, 'sign-in', btoa('{"email":"evil@example.org"}')],
    ['zz', 'sign-in', box],
  ];
  for (const [k, name, text] of tries)
    await expect(decryptLocal(k, name, text), text).rejects.toThrow(
      'Invalid encryption key or corrupted data',
    );
  localStorage.setItem('satling_sign-in', JSON.stringify({ at: 1, box: '{"email":"e@x.org"}' }));
  await expect(openLocal('sign-in')).rejects.toThrow(INVALID);
});

test('stored data is encrypted if the settings say so, and follows when they change (PRIV-28)', async () => {
  const stored = () => localStorage.getItem('satling_sign-in') ?? '';
  await keepLocal('sign-in', { email: 'anna@example.org' });
  expect(stored()).not.toContain('anna');
  changeLocalSettings({ encryptSensitiveData: false });
  await keepAnew();
  expect(stored()).toContain('anna@example.org');
  changeLocalSettings({ encryptSensitiveData: true });
  await keepAnew();
  expect(stored()).not.toContain('anna');
  expect(await openLocal('sign-in')).toEqual({ email: 'anna@example.org' });
  // Its key is lost: it is removed.
  localStorage.removeItem(DEVICE_KEY);
  await keepAnew();
  expect(hasLocal('sign-in')).toBe(false);
});

test('a browser that cannot encrypt stores nothing rather than readable data (PRIV-28)', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
  await keepLocal('sign-in', { email: 'anna@example.org' });
  expect(hasLocal('sign-in')).toBe(false);
});

test('a write that is slow does not come back over a later removal', async () => {
  const slow = keepLocal('sign-in', { email: 'anna@example.org' });
  dropLocal('sign-in');
  await slow;
  expect(hasLocal('sign-in')).toBe(false);
});

test('purging removes what is older than the days and what earlier releases left; choices stay (PRIV-39)', async () => {
  const now = Date.now();
  await keepLocal('old', 1, now - 31 * DAY);
  await keepLocal('new', 2, now - 29 * DAY);
  localStorage.setItem('satling_theme', 'dark');
  localStorage.setItem('satling.unit', 'btc');
  localStorage.setItem('elsewhere', '{"at":1,"value":1}');
  expect(purgeLocal(30, now)).toBe(2);
  expect(Object.keys(localStorage).sort()).toEqual([
    'elsewhere',
    'satling_device_key',
    'satling_new',
    'satling_theme',
  ]);
  changeLocalSettings({ enableDataPurging: false, dataPurgeDays: 1 });
  purgeBySettings();
  expect(hasLocal('new')).toBe(true);
  changeLocalSettings({ enableDataPurging: true });
  purgeBySettings();
  expect(hasLocal('new')).toBe(false);
});
