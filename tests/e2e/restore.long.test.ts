/**
 * A lost machine: with an empty folder, the off-site file, its list of erasures and the paper
 * sheet, a browser is enough to restore everything, and no one else gets in.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBytes } from '#tools/nightly-backup/erasure-list.ts';
import { launch, visit } from '../support/browser.ts';
import { personAt } from '../support/person-at.ts';
import { type Program, startProgram } from '../support/program.ts';
import { callProgram, cookiesOf, signInTo } from '../support/restarts.ts';

const CODE = 'a-code-of-the-app-store';
const CLAIMED = { ADMIN_EMAILS: '', CLAIM_CODE: CODE };
const PASSPHRASE = 'eleven plus one';
const browser = await launch();
const folder = mkdtempSync(join(tmpdir(), 'satling-lost-'));
const file = join(folder, 'from-off-site.backup');
const list = join(folder, 'erasures.list');

/** The paper's content, and a session from before. */
let sheet: { text: string; words: string[] };
let former: { cookie: string };

/** The page polls while the server is closed for the restore. */
const EXPECTED =
  /ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|status of (400|401|503)|^Unable to preload CSS|^Refused to apply style/;

const run = (script: string, args: string[], env: Record<string, string>) =>
  execFileSync(process.execPath, [`scripts/${script}.ts`, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  });

beforeAll(async () => {
  const dataDir = join(folder, 'lost');
  const env = { ...CLAIMED, DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE };
  const program = await startProgram(env);
  const { origin } = program;
  const claim = { code: CODE, email: 'anna@example.com' };
  const claimed = await callProgram({ cookie: '', origin }, 'POST', '/api/auth/claim', claim);
  former = { cookie: cookiesOf(claimed) };
  const anna = { ...former, origin };
  const mia = await callProgram(anna, 'POST', '/api/children', { name: 'Mia', age: 9 });
  const { id: childId } = (await mia.json()) as { id: string };
  const gift = { childId, type: 'bonus', amount: '0.00012345', description: 'Tooth' };
  await callProgram(anna, 'POST', '/api/transactions', gift);
  const zoe = await signInTo(program, 'zoe@example.com');
  await callProgram(zoe, 'POST', '/api/children', { name: 'Nora', age: 7 });
  const shown = await callProgram(anna, 'POST', '/api/admin/backups/sheet', {});
  sheet = (await shown.json()) as typeof sheet;
  run('backup', [file], { DATA_DIR: dataDir, BACKUP_PASSPHRASE: PASSPHRASE });
  const user = await callProgram(zoe, 'GET', '/api/privacy/export').then((reply) => reply.text());
  const [familyId = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(user) ?? [];
  // 72 hours later Zoe's family was erased, as the list records.
  const erasedAt = new Date();
  const secretKey = Buffer.from(readFileSync(join(dataDir, 'secret.key'), 'utf8'), 'hex');
  const erased = { kind: 'family', subjectId: familyId, ofFamily: familyId, erasedAt } as const;
  writeFileSync(list, listBytes({ until: erasedAt, erasures: [erased] }, secretKey));
  await program.stop();
  rmSync(dataDir, { recursive: true });
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

const restored = async (page: Page) => {
  await page.waitForURL(/\/auth\/verify|\/dashboard/, { timeout: 120_000 });
};

describe.each([
  { how: 'by the words', view: { width: 390, theme: 'dark' } },
  { how: 'by the text of the QR code', view: { width: 1280, theme: 'light' } },
] as const)('$how', ({ how, view }) => {
  test('a wrong sheet changes nothing, the right one brings the book back (T60)', async () => {
    const dataDir = join(folder, how.replaceAll(' ', '-'));
    const program = await startProgram({ ...CLAIMED, DATA_DIR: dataDir });
    try {
      const { page, problems } = await visit(browser, program.origin, view);
      const person = personAt(page, `restore-${view.width}`);
      await page.goto(`${program.origin}/claim#${CODE}`);
      await page.getByText('Restore a backup instead').click();
      await person.press('Restore this backup');
      await person.sees('Choose a backup file');
      await page.getByLabel('Backup', { exact: true }).setInputFiles([file, list]);
      await person.fill('Restore sheet', `${sheet.words.slice(1).join(' ')} satling`);
      await person.fill('Passphrase of the backup', PASSPHRASE);
      await person.press('Restore this backup');
      await person.sees('This isn’t a complete restore sheet. Check it letter by letter.');
      await person.look('1-wrong-sheet');
      const byWords = how === 'by the words';
      await person.fill('Restore sheet', byWords ? sheet.words.join('\n') : sheet.text);
      await person.fill('Passphrase of the backup', byWords ? PASSPHRASE : '');
      await person.press('Restore this backup');
      await restored(page);
      // The restoring browser is signed in as the operator.
      await page.waitForURL(/\/(dashboard|onboarding-setup)/);
      await page.goto(`${program.origin}/dashboard`);
      await page.getByText('12,345').first().waitFor();
      await person.look('2-home');
      expect(problems.filter((one) => !EXPECTED.test(one))).toEqual([]);
      await afterwards(program, dataDir);
    } finally {
      await program.stop();
    }
  });
});

async function afterwards(program: Program, dataDir: string): Promise<void> {
  const { origin } = program;
  const old = await fetch(`${origin}/api/children`, { headers: { cookie: former.cookie } });
  expect(old.status).toBe(401);
  const state = await fetch(`${origin}/api/restore`).then((reply) => reply.json());
  expect(state).toEqual({ isPossible: false, isClaimed: true, failure: null });
  // Zoe's family is not back: she starts a new one.
  const zoe = await signInTo(program, 'zoe@example.com');
  expect(await (await callProgram(zoe, 'GET', '/api/children')).json()).toEqual([]);
  const left = readdirSync(dataDir).filter((name) => /restore/.test(name));
  expect(left).toEqual([]);
  expect(run('verify-ledger', [], { DATA_DIR: dataDir })).toMatch(/all is well/);
}
