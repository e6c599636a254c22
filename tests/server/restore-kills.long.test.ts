/** The real program is killed at any moment of a restore that was started on the page. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CODE_HEADER, UPLOAD_PATH } from '#features/operator/backups/restore/contract.ts';
import { until } from '../../testkit/chain/until.ts';
import { type Program, startProgram } from '../support/program.ts';
import { callProgram, cookiesOf } from '../support/restarts.ts';

const CODE = 'a-code-of-the-app-store';
const CLAIMED = { ADMIN_EMAILS: '', CLAIM_CODE: CODE };
const KILLS = 4;

const folder = mkdtempSync(join(tmpdir(), 'satling-restore-kills-'));
const file = join(folder, 'copy.backup');
/** Of the backed-up book. */
let [sheet, key] = ['', ''];

const keyOf = (dataDir: string) => readFileSync(join(dataDir, 'secret.key'), 'utf8').trim();
const run = (script: string, args: string[], dataDir: string) =>
  execFileSync(process.execPath, [`scripts/${script}.ts`, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  });

beforeAll(async () => {
  const dataDir = join(folder, 'first');
  const program = await startProgram({ ...CLAIMED, DATA_DIR: dataDir });
  const stranger = { cookie: '', origin: program.origin };
  const claim = { code: CODE, email: 'anna@example.com' };
  const claimed = await callProgram(stranger, 'POST', '/api/auth/claim', claim);
  const anna = { ...stranger, cookie: cookiesOf(claimed) };
  const mia = await callProgram(anna, 'POST', '/api/children', { name: 'Mia', age: 9 });
  const { id: childId } = (await mia.json()) as { id: string };
  const gift = { childId, type: 'bonus', amount: '0.00012345', description: 'Tooth' };
  await callProgram(anna, 'POST', '/api/transactions', gift);
  const shown = await callProgram(anna, 'POST', '/api/admin/backups/sheet', {});
  sheet = ((await shown.json()) as { text: string }).text;
  run('backup', [file], dataDir);
  key = keyOf(dataDir);
  await program.stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Like the page, with a second press right after the first. */
async function askToRestore({ origin }: Program): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream', [CODE_HEADER]: CODE };
  const body = readFileSync(file);
  const kept = await fetch(`${origin}${UPLOAD_PATH}/backup?at=0`, { method: 'PUT', headers, body });
  expect(kept.status).toBe(200);
  const asked = { code: CODE, sheet, hasList: false };
  const press = () => callProgram({ cookie: '', origin }, 'POST', '/api/restore', asked);
  await press();
  // The server may already be closing for the first.
  await press().catch(() => undefined);
}

/** How long an undisturbed restore takes here until its book is served. */
async function restoreMs(): Promise<number> {
  const program = await startProgram({ ...CLAIMED, DATA_DIR: join(folder, 'undisturbed') });
  const from = Date.now();
  await askToRestore(program);
  await until(() => isRestored(program).catch(() => false), 'the restored book', 60_000);
  await program.stop();
  return Date.now() - from;
}

async function isRestored({ origin }: Program): Promise<boolean> {
  const reply = await callProgram({ cookie: '', origin }, 'GET', '/api/restore');
  return !((await reply.json()) as { isPossible: boolean }).isPossible;
}

test('a restore killed at any moment leaves an empty server with its own key, or the whole book with the sheet’s key (T60)', async () => {
  const wholeMs = await restoreMs();
  const found = { empty: 0, whole: 0 };
  let dataDir = join(folder, 'new');
  for (let no = 0; no < KILLS; no += 1) {
    const program = await startProgram({ ...CLAIMED, DATA_DIR: dataDir });
    const own = keyOf(dataDir);
    expect(own).not.toBe(key);
    await askToRestore(program);
    await sleep((no * wholeMs) / (KILLS - 1));
    program.process.kill('SIGKILL');
    await once(program.process, 'exit');

    const again = await startProgram({ ...CLAIMED, DATA_DIR: dataDir });
    const isWhole = await isRestored(again);
    expect(keyOf(dataDir)).toBe(isWhole ? key : own);
    expect(readdirSync(dataDir).filter((name) => /restore/.test(name))).toEqual([]);
    const book = isWhole ? '1 sealed entries of 1 families' : '0 sealed entries of 0 families';
    expect(run('verify-ledger', [], dataDir)).toContain(`${book}: all is well`);
    await again.stop();
    found[isWhole ? 'whole' : 'empty'] += 1;
    // A still empty server is tried again: a broken restore must not prevent the next.
    if (isWhole) dataDir = join(folder, `new-${no}`);
  }
  expect([found.empty > 0, found.whole > 0]).toEqual([true, true]);
}, 600_000);
