/**
 * Kills the program in the middle of its work, again and again, and looks for everything it had
 * acknowledged.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../testkit/chain/until.ts';
import { postmasterPid } from './embedded-program.ts';
import { type LoadResult, type Send, startMixedLoad } from './mixed-load.ts';
import { END_WITH_RUN, freePort, type Program, startProgram } from './program.ts';

type Person = { cookie: string; origin: string };

export async function callProgram(...call: Parameters<typeof askProgram>) {
  const reply = await askProgram(...call);
  const [, method, path] = call;
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply;
}

const askProgram = (person: Person, method: string, path: string, body?: object, key?: string) =>
  fetch(person.origin + path, {
    method,
    headers: {
      cookie: person.cookie,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

export async function signInTo(program: Program, email: string): Promise<Person> {
  const { origin } = program;
  await callProgram({ cookie: '', origin }, 'POST', '/api/auth/magic-link', { email });
  const token = new URL(await program.linkFor(email)).searchParams.get('token');
  const reply = await callProgram({ cookie: '', origin }, 'POST', '/api/auth/verify', { token });
  return { cookie: cookiesOf(reply), origin };
}

/** Cookies a browser would send now. */
export const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');

export type Kills = LoadResult & { kills: number; seed: number; problems: string };

/**
 * Kills the program at random moments under mixed load: mostly the whole program, also while it
 * starts, and sometimes only its database. Each time it starts again on the same folder.
 */
export async function killAgainAndAgain(
  kills: number,
  seed = Date.now() % 2 ** 31,
): Promise<Kills> {
  const random = randomFrom(seed);
  const dataDir = mkdtempSync(join(tmpdir(), 'satling-restart-'));
  const start = () => startProgram({ DATA_DIR: dataDir });
  try {
    let program = await start();
    let person = await signInTo(program, 'anna@example.com');
    const send: Send = async (method, path, body, key) => {
      const reply = await askProgram(person, method, path, body, key);
      return { status: reply.status, text: await reply.text() };
    };
    const load = await startMixedLoad(send, random);
    for (let killed = 0; killed < kills; killed++) {
      const before = load.acknowledged();
      await until(() => load.acknowledged() >= before + 20);
      await sleep(random() * 1_000);
      if (random() < 0.2) {
        process.kill(postmasterPid(dataDir), 'SIGKILL');
        await sleep(random() * 1_000);
      }
      await end(program);
      if (random() < 0.2) await endWhileStarting(dataDir, random() * 3_000);
      program = await start();
      person = { ...person, origin: program.origin };
      await load.replay(20);
    }
    await load.finish();
    person = await signInTo(program, 'anna@example.com');
    const result = await load.result();
    await program.stop();
    return { ...result, kills, seed, problems: await verifySealed(dataDir, start) };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function end({ process: program }: Program): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill('SIGKILL');
  await once(program, 'exit');
}

/** Not usable yet, so there is no load. */
async function endWhileStarting(dataDir: string, afterMs: number): Promise<void> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(await freePort()) };
  const program = spawn(process.execPath, ['--import', END_WITH_RUN, 'src/app/main.ts'], {
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await sleep(afterMs);
  program.kill('SIGKILL');
  if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
}

/**
 * A program killed every few seconds rarely reaches the minute at which entries are sealed. Left
 * running, it seals every entry.
 */
async function verifySealed(dataDir: string, start: () => Promise<Program>): Promise<string> {
  for (let lives = 0; ; lives++) {
    const problems = verify(dataDir);
    if (lives === 5 || !problems.includes('waited for its seal')) return problems;
    const program = await start();
    await sleep(61_000);
    await program.stop();
  }
}

/** Faults found by `npm run verify-ledger`; empty if none. */
function verify(dataDir: string): string {
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, DATA_DIR: dataDir };
  const options = { env, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/verify-ledger.ts'],
    options,
  );
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
