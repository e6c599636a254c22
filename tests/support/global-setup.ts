/**
 * One real PostgreSQL for a test run: the server in TEST_DATABASE_URL, otherwise the embedded one
 * in the run's temporary folder (run-server.ts). Every test file gets a fresh copy of a migrated
 * template.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import postgres from 'postgres';
import type { TestProject } from 'vitest/node';
import { prepareAppRole } from '../../src/server/db/app-role.ts';
import { connect } from '../../src/server/db/database.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import type { Address } from '../../src/server/db/sql.ts';
import { startJobs } from '../../src/server/jobs.ts';
import { adminOf, inDatabase } from './address.ts';
import { templateName } from './run-names.ts';

declare module 'vitest' {
  interface ProvidedContext {
    database: Address;
    template: string;
  }
}

type Run = { address: Address; stop: () => Promise<void> };

/** Vitest loads this file once for each project; they share one server. */
const shared = globalThis as { testRun?: Promise<Run> };

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testRun ??= start();
  const { address, stop } = await shared.testRun;
  const template = templateName(process.pid, project.name.replaceAll('-', '_'));
  const admin = postgres(adminOf(address));
  await admin.unsafe(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
  await admin.end();
  await prepare(inDatabase(address, template));
  project.provide('database', address);
  project.provide('template', template);
  return stop;
}

async function start(): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'satling-test-'));
  // Like /tmp itself, because PostgreSQL may run as another user.
  chmodSync(folder, 0o1777);
  // Files left by tests are removed with the folder.
  process.env.TMPDIR = folder;
  const child = spawn(process.execPath, [join(import.meta.dirname, 'run-server.ts'), folder], {
    // Ctrl-C reaches the whole group: this process must clean up, not end.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit');
  const line = once(createInterface({ input: child.stdout }), 'line');
  const [said] = await Promise.race([line, exit]);
  if (typeof said !== 'string') throw new Error('The PostgreSQL of the tests did not start');
  return {
    address: JSON.parse(said) as Address,
    stop: async () => {
      child.stdin.end();
      await exit;
    },
  };
}

/** Schema and job queues, made once for fast copies. */
async function prepare(address: Address): Promise<void> {
  const db = connect(address);
  await migrate(db.owner);
  await prepareAppRole(db.owner, address);
  const mailer = { send: () => Promise.resolve(), close: () => undefined };
  const onError = (error: Error) => {
    throw error;
  };
  const key = new Uint8Array(32);
  const jobs = await startJobs({ address, owner: db.owner, key, mailer, tasks: [], onError });
  await jobs.stop();
  await db.close();
}
