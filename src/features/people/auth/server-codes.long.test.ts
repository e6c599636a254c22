/** The full counts promised in SECURITY.md: guessing codes or links doesn't pay. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { guessCodes } from '#tests/support/guess-codes.ts';
import { ask, count, verify } from '#tests/support/links.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('10,000 guesses over 2,000 requests give no session; the owner gets in (T04)', async () => {
  const result = await guessCodes(app, 'target@example.com', { requests: 2_000, networks: 200 });
  expect(result).toMatchObject({ guesses: 10_000, signedIn: 0, ownerStatus: 200 });
  expect(await count(app, 'session')).toBe(1);
});

test('5,000 made-up and mutated tokens from 250 networks give no session (T04)', async () => {
  const { token } = await ask(app, app.visitor(), 'linked@example.com');
  const before = await count(app, 'session');
  const statuses = new Set<number>();
  for (let i = 0; i < 5_000; i++) {
    const bytes = i % 2 === 0 ? randomBytes(32) : Buffer.from(token, 'base64url');
    if (i % 2 === 1) bytes[i % 32] = (bytes[i % 32] as number) ^ (1 + ((i >> 5) % 255));
    const guesser = app.visitor(`10.${40 + (i % 250)}.0.1`);
    statuses.add((await verify(guesser, bytes.toString('base64url'))).status);
  }
  expect([...statuses].filter((status) => status !== 401 && status !== 429)).toEqual([]);
  expect(await count(app, 'session')).toBe(before);
  expect((await verify(app.visitor('10.30.0.1'), token)).status).toBe(200);
});
