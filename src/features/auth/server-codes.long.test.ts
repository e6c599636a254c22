/** The full count of the promise in SECURITY.md: guessing codes does not pay. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { guessCodes } from '#tests/support/guess-codes.ts';
import { count } from '#tests/support/links.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('T04 10,000 guesses over 2,000 requests give no session; the owner gets in', async () => {
  const result = await guessCodes(app, 'target@example.com', { requests: 2_000, networks: 200 });
  expect(result).toMatchObject({ guesses: 10_000, signedIn: 0, ownerStatus: 200 });
  expect(await count(app, 'session')).toBe(1);
});
