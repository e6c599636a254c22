/** Settings that are wrong stop the start with one line that names them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readEnv } from './env.ts';

const folder = mkdtempSync(join(tmpdir(), 'satling-env-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (env: Record<string, string>) => readEnv({ DATA_DIR: folder, ...env });

test('PLAT-38 INFO-13 INFO-14 what the public pages name is nothing by default, and checked', () => {
  for (const [name, value] of [
    ['SOURCE_URL', 'javascript:alert(1)'],
    ['ANALYTICS_URL', 'somewhere'],
    ['DONATION_ADDRESS', 'bc1q spaced'],
    ['DONATION_ADDRESS', '<script>'],
    ['DONATION_LIGHTNING', 'no-host'],
    ['DONATION_LIGHTNING', 'a b@host.example'],
  ] as const)
    expect(() => read({ [name]: value }), `${name}=${value}`).toThrow(name);
  expect(Object.values(read({}).site)).toEqual([undefined, undefined, undefined, undefined]);
  expect(read({ DONATION_LIGHTNING: 'gift@book.example' }).site.donationLightning).toBe(
    'gift@book.example',
  );
});
