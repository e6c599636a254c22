/**
 * Kills the program in the middle of its work, again and again, and counts what it had answered.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, startProgram, until } from './program.ts';

type Person = { cookie: string; origin: string };

export async function callProgram(
  person: Person,
  method: string,
  path: string,
  body?: object,
  key?: string,
) {
  const reply = await fetch(person.origin + path, {
    method,
    headers: {
      cookie: person.cookie,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply;
}

export async function signInTo(program: Program, email: string): Promise<Person> {
  const { origin } = program;
  await callProgram({ cookie: '', origin }, 'POST', '/api/auth/magic-link', { email });
  const token = new URL(await program.linkFor(email)).searchParams.get('token');
  const reply = await callProgram({ cookie: '', origin }, 'POST', '/api/auth/verify', { token });
  const cookie = reply.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  return { cookie, origin };
}

/**
 * @returns what the last start found: the sats that were answered, and the sats that are there.
 * An answered write must be there; one that was under way may be there as well, once.
 */
export async function killAgainAndAgain(rounds: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'satling-restart-'));
  const result = { starts: 0, answered: 0, underWay: 0, found: 0 };
  try {
    let program = await startProgram({ DATA_DIR: dataDir });
    let person = await signInTo(program, 'anna@example.com');
    const child = await callProgram(person, 'POST', '/api/children', { name: 'Mia', age: 9 });
    const { id } = (await child.json()) as { id: string };
    for (let round = 0; round < rounds; round++) {
      const counts = await bookUntilKilled(program, person, id, round);
      result.answered += counts.answered;
      result.underWay += counts.underWay;
      program = await startProgram({ DATA_DIR: dataDir });
      result.starts += 1;
      person = { ...person, origin: program.origin };
    }
    const reply = await callProgram(person, 'GET', `/api/children/${id}`);
    const { savingsBalance } = (await reply.json()) as { savingsBalance: string };
    result.found = Number(savingsBalance.replace('.', ''));
    await program.stop();
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  return result;
}

/** Four writers book one sat at a time; the program is killed in the middle, each time later. */
async function bookUntilKilled(program: Program, person: Person, childId: string, round: number) {
  const counts = { answered: 0, underWay: 0 };
  let dead = false;
  const write = async (worker: number) => {
    for (let i = 0; !dead; i++) {
      counts.underWay += 1;
      const body = { childId, type: 'bonus', amount: '0.00000001', description: 'One sat' };
      try {
        await callProgram(
          person,
          'POST',
          '/api/transactions',
          body,
          `round-${round}-${worker}-${i}`,
        );
      } catch (error) {
        if (dead) return;
        throw error;
      }
      counts.underWay -= 1;
      counts.answered += 1;
    }
  };
  const writers = [0, 1, 2, 3].map(write);
  await Promise.race([until(() => counts.answered > 15 + ((round * 13) % 40), 60_000), ...writers]);
  dead = true;
  program.process.kill('SIGKILL');
  await once(program.process, 'exit');
  await Promise.all(writers);
  return counts;
}
