/** The log contains nothing about people who sign in. */
import fs from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Reply, startApp, type TestApp } from '#tests/support/app.ts';
import { ask, verify, verifyCode } from '#tests/support/links.ts';

let app: TestApp;
let lines: string[];
beforeEach(async () => {
  lines = [];
  // The logger writes to file descriptor 1 itself, past process.stdout.
  const write = fs.write as (...all: unknown[]) => void;
  vi.spyOn(fs, 'write').mockImplementation(((fd: number, text: string, ...rest: unknown[]) => {
    if (fd !== 1) return write(fd, text, ...rest);
    lines.push(text);
    const done = rest.at(-1) as (error: null, written: number) => void;
    process.nextTick(done, null, Buffer.byteLength(text));
  }) as typeof fs.write);
  app = await startApp({ logLevel: 'info' });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

/** The log once it contains this reply's crash; it is written a moment later. */
async function logWith(reply: Reply): Promise<string> {
  const { id } = reply.body as { id: string };
  await expect.poll(() => lines.join('')).toContain(id);
  return lines.join('');
}

test('no token, code, cookie or address is in the log, not even after crashes (T09)', async () => {
  const email = 'unlogged@example.com';
  const visitor = app.visitor();
  const first = await ask(app, visitor, email);
  await visitor.get(`/auth/verify?token=${first.token}`);
  await visitor.get(`/api/auth/pending?token=${first.token}`);
  await visitor.get(`/api/nowhere?token=${first.token}&email=${email}`);
  await verifyCode(visitor, first.code === '12345678' ? '87654321' : '12345678');
  await verify(visitor, first.token);
  const second = await ask(app, visitor, email);
  const secrets = [first, second].flatMap(({ token, handle, code }) => [token, handle, code]);
  for (const name of ['session', 'device', 'pending'])
    secrets.push(visitor.cookies.get(`__Host-${name}`) as string);

  // Three ways for the database itself to fail on such values.
  const { owner } = app.db;
  await owner`ALTER TABLE session RENAME TO away`;
  expect((await verify(visitor, second.token)).status).toBe(500);
  expect((await visitor.get(`/api/auth/user?token=${second.token}`)).status).toBe(500);
  await owner`ALTER TABLE away RENAME TO session`;
  await owner`ALTER TABLE magic_link RENAME COLUMN email TO address`;
  const last = await visitor.send('POST', '/api/auth/magic-link', { email });
  expect(last.status).toBe(500);
  await owner`ALTER TABLE magic_link RENAME COLUMN address TO email`;

  const log = await logWith(last);
  expect(log.match(/"msg":"crash"/g)).toHaveLength(3);
  for (const secret of [...secrets, email]) expect(log, secret).not.toContain(secret);
});

// A failing constraint makes PostgreSQL say “Failing row contains (…)”: the whole row.
test('a crash of a constraint does not log the row (T09 T57)', async () => {
  lines.length = 0;
  const { owner } = app.db;
  await owner`ALTER TABLE magic_link ADD CONSTRAINT broken CHECK (code_tries > 0) NOT VALID`;
  const email = 'failing-row@example.com';
  const reply = await app.visitor().send('POST', '/api/auth/magic-link', { email });
  await owner`ALTER TABLE magic_link DROP CONSTRAINT broken`;
  expect(reply.status).toBe(500);
  expect(await logWith(reply)).not.toContain(email);
});
