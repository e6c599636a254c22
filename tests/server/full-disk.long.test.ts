/**
 * A full disk under DATA_DIR: a small file system, which only root can mount. Without root the test
 * is skipped, as its title says.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { waitMs } from '../../testkit/chain/until.ts';
import { startProgram } from '../support/program.ts';
import { signInTo } from '../support/restarts.ts';

const folder = mkdtempSync(join(tmpdir(), 'satling-full-'));
const isMounted = mount();
afterAll(() => {
  if (isMounted) execFileSync('umount', ['--lazy', folder]);
  rmSync(folder, { recursive: true, force: true });
});

function mount(): boolean {
  try {
    const how = ['-t', 'tmpfs', '-o', 'size=200m,mode=700', 'tmpfs', folder];
    execFileSync('mount', how, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function fill(file: string): void {
  const { bavail, bsize } = statfsSync(folder);
  writeFileSync(file, Buffer.alloc(bavail * bsize, 1));
}

test.runIf(isMounted)(
  'a full disk (skipped where mounting is forbidden): 503 with its reason and a failing /health; with space again all is well, which /health reports a minute later (T27)',
  async () => {
    const program = await startProgram({ DATA_DIR: folder });
    try {
      const { cookie, origin } = await signInTo(program, 'anna@example.com');
      const headers = { cookie, 'content-type': 'application/json' };
      const add = async (name: string) => {
        const body = JSON.stringify({ name, age: 9 });
        const reply = await fetch(`${origin}/api/children`, { method: 'POST', headers, body });
        return { status: reply.status, body: (await reply.json()) as { name?: string } };
      };
      const health = () => fetch(`${origin}/health`).then(({ status }) => status);
      expect([(await add('Mia')).status, await health()]).toEqual([200, 200]);

      fill(join(folder, 'filler'));
      const names: (string | undefined)[] = ['Mia'];
      let last = await add('Child 0');
      // Pages with free space still take a few more rows.
      for (let i = 1; i < 200 && last.status === 200; i++) {
        names.push(last.body.name);
        last = await add(`Child ${i}`);
      }
      expect(last).toMatchObject({ status: 503, body: { code: 'TRY_AGAIN', reason: 'DISK_FULL' } });
      expect(await health()).toBe(503);
      const list = await fetch(`${origin}/api/children`, { headers });
      const kept = ((await list.json()) as { name: string }[]).map(({ name }) => name);
      expect([list.status, kept.sort()]).toEqual([200, [...names].sort()]);

      rmSync(join(folder, 'filler'));
      expect((await add('Zoe')).status).toBe(200);
      await expect.poll(health, { timeout: 60_000 + waitMs() }).toBe(200);
    } finally {
      await program.stop();
    }
  },
);
