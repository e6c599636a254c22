/** The embedded PostgreSQL at full counts: 20 of 20 of each disaster, as root and as a user. */
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  canMakeContainer,
  cleanUp,
  containerRounds,
  durabilityRounds,
  killProgramRounds,
  listServers,
  makeFolder,
  startReady,
  users,
} from '../../../tests/support/embedded-program.ts';

const ROUNDS = 20;
const folders: string[] = [];

afterAll(async () => {
  await Promise.all(folders.map(cleanUp));
});

describe.each(users)('as %s', (_name, uid) => {
  const folder = makeFolder(uid);
  folders.push(folder);
  const dataDir = join(folder, 'data');

  test('20 of 20 starts after kill -9 of the program', async () => {
    const rounds = await killProgramRounds(dataDir, { uid }, ROUNDS);
    expect(rounds).toEqual({ up: ROUNDS, adopted: ROUNDS - 1 });
    expect(listServers(dataDir)).toEqual([]);
  });

  test('20 of 20 starts with another process’s id in postmaster.pid', async () => {
    expect(await containerRounds(dataDir, { uid }, ROUNDS)).toEqual({ up: ROUNDS });
  });

  test('20 kill -9 of program and server lose no acknowledged row', async () => {
    const { found, lost } = await durabilityRounds(dataDir, { uid }, ROUNDS);
    expect(lost).toEqual([]);
    expect(found).toBeGreaterThan(ROUNDS * 50);
  });
});

test.runIf(canMakeContainer())('20 of 20 restarts in a real process namespace', async () => {
  const folder = makeFolder();
  folders.push(folder);
  const prefix = ['unshare', '-pf', '--mount-proc', '--kill-child'];
  for (let round = 0; round < ROUNDS; round += 1) {
    const program = await startReady(folder, { prefix });
    await program.kill('SIGKILL');
    await expect.poll(() => listServers(folder)).toEqual([]);
  }
  await (await startReady(folder)).kill('SIGTERM');
});
