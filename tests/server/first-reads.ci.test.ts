/** Preparations of the program before it reports ready. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../support/app.ts';
import { type Program, startProgram } from '../support/program.ts';
import { callProgram, signInTo } from '../support/restarts.ts';
import { type Relay, startRelay } from '../support/statements.ts';

let relay: Relay;
let program: Program;
beforeAll(async () => {
  relay = await startRelay(await freshDatabase());
  const { address } = relay;
  if (!('url' in address)) throw new Error('A relay has an address of TCP');
  const app = new URL(address.app.url);
  Object.assign(app, { username: address.app.login?.user, password: address.app.login?.password });
  program = await startProgram({
    DATABASE_URL: address.url,
    DATABASE_APP_URL: app.href,
    SECRET_KEY: 'a'.repeat(64),
  });
});
afterAll(async () => {
  await program.stop();
  await relay.close();
});

const isDashboard = (statement: string) => statement.trimStart().startsWith('WITH me AS');

test('after a start no reader waits for a connection to plan the dashboard (T54)', async () => {
  // Four calls of a family run at a time, and there are ten connections.
  const people = [];
  for (const name of ['anna', 'berta', 'clara'])
    people.push(await signInTo(program, `${name}@example.com`));
  const asked = [...people, ...people, ...people, ...people];
  const sent = await relay.during(() =>
    Promise.all(asked.map((person) => callProgram(person, 'GET', '/api/dashboard'))),
  );
  const all = (kind: 'statements' | 'prepared') =>
    sent.flatMap((one) => one[kind].filter(isDashboard)).length;
  expect(all('statements')).toBe(asked.length);
  expect(all('prepared')).toBe(0);
});
