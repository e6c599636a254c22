/**
 * An interrupted test run leaves nothing behind: no server, no program started by a test, no
 * folder.
 */
import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { waitMs } from '../../testkit/chain/until.ts';

/** Processes whose working directory or command line has this folder (Linux). */
const processesOf = (folder: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return command.includes(folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a test run stopped by %s leaves no database and no folder',
  async (signal) => {
    const folder = mkdtempSync(join(tmpdir(), 'stopped-'));
    const vitest = join(process.cwd(), 'node_modules/vitest/vitest.mjs');
    const args = [vitest, 'run', '--project', 'long', 'tests/server/restart.long.test.ts'];
    const env = { ...process.env, TMPDIR: folder, TEST_DATABASE_URL: '' };
    const run = spawn(process.execPath, args, { env, stdio: 'ignore' });
    // The run's own server, and that of a program that a test started.
    const servers = () => globSync(join(folder, '**/postgres/postmaster.pid')).length;
    await expect.poll(servers, { timeout: 4 * waitMs() }).toBe(2);
    expect(processesOf(folder).length).toBeGreaterThan(2);
    run.kill(signal);
    // Except what vitest itself leaves for its next run.
    const folders = () => readdirSync(folder).filter((name) => name !== 'jiti');
    const left = () => [...folders(), ...processesOf(folder)];
    await expect.poll(left, { timeout: 4 * waitMs() }).toEqual([]);
  },
);
