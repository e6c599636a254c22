/**
 * A new server, from the address on its console to a wallet with real bitcoin: without a file to
 * edit and without a mail server, at its own machine and by a name of the home network over http.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { launch, visit } from '../support/browser.ts';
import { readOnTo } from '../support/come-to.ts';
import { cleanUp } from '../support/embedded-program.ts';
import { personAt } from '../support/person-at.ts';
import { freePort, startProgram } from '../support/program.ts';

const HOME = 'book.home.arpa';
const browser = await launch({ args: [`--host-resolver-rules=MAP ${HOME} 127.0.0.1`] });
const folders: string[] = [];
afterAll(async () => {
  await browser.close();
  await Promise.all(folders.map(cleanUp));
});

const UNCLAIMED = { ADMIN_EMAILS: '', BITCOIN_NETWORK: '' };
/** BIP84's test vector. */
const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const FIRST_ADDRESS = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

/** The server starts anew with what was chosen; over http a browser leaves one header out. */
const EXPECTED =
  /ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|status of 503|^The Cross-Origin-Opener-Policy header has been ignored/;

/** By a model: 5 s for a field, 2 s for a press; the machines get 30 s (newcomer.ci.test.ts). */
const PERSON_S = { field: 5, press: 2 };
const MACHINE_S = 30;

test.each([
  { where: 'its own machine', host: 'localhost', width: 1280, theme: 'light' },
  { where: 'a phone at home', host: HOME, width: 390, theme: 'dark' },
] as const)('claimed at $where, up to a zpub', async ({ host, ...view }) => {
  const port = String(await freePort());
  const PUBLIC_URL = `http://${host}:${port}`;
  const program = await startProgram({ ...UNCLAIMED, PORT: port, PUBLIC_URL });
  try {
    const { page, context, problems } = await visit(browser, PUBLIC_URL, view);
    const person = personAt(page, `claim-${host}`);
    const { press, fill, choose, sees } = person;
    const claim = /http:\S+\/claim#\S+/.exec(program.said())?.[0] as string;
    expect(claim.startsWith(`${PUBLIC_URL}/claim#`)).toBe(true);

    await page.goto(claim);
    await fill('Your e-mail address', 'anna@example.com');
    await person.look('1-claim');
    await press('Run this server');
    await page.getByRole('heading', { name: 'You run this server' }).waitFor();
    expect(page.url()).toBe(`${PUBLIC_URL}/onboarding-setup`);
    await choose(/^Real bitcoin/);
    await person.look('2-questions');
    await press('Open the first book');
    await page.getByLabel("Child's name").waitFor({ timeout: 60_000 });
    await fill("Child's name", 'Mia');
    await fill(/^\s*Age\s*$/, '8');
    await press('Continue');
    await page.getByRole('heading', { name: /^Mia/ }).waitFor();
    await readOnTo(page, page.getByText('When you have a minute'));
    await press('Or set up everything, step by step');
    await page.getByRole('heading', { name: 'Whose books shall we open?' }).waitFor();
    await press('Continue');
    await sees('This server works with real bitcoin (mainnet).');
    await fill('Your wallet’s address', ZPUB);
    await page.getByText(FIRST_ADDRESS).first().waitFor();
    await press('Continue');
    await page.getByLabel('Parents’ Lightning address').waitFor();

    const { fields, presses } = person.effort;
    expect(presses).toBeLessThanOrEqual(12);
    const hands = fields * PERSON_S.field + presses * PERSON_S.press;
    expect(hands + MACHINE_S).toBeLessThanOrEqual(120);
    expect(problems.filter((one) => !EXPECTED.test(one))).toEqual([]);
    await context.close();
  } finally {
    await program.stop();
  }
});

test('a server that is claimed prints no code, and one with CLAIM_CODE never does', async () => {
  const CLAIM_CODE = 'shown-by-the-app-store';
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'satling-claim-'));
  folders.push(DATA_DIR);
  const first = await startProgram({ ...UNCLAIMED, CLAIM_CODE, DATA_DIR });
  expect(first.said()).toContain(`open ${first.origin}/claim\n`);
  expect(first.said()).not.toContain(CLAIM_CODE);
  const reply = await fetch(`${first.origin}/api/auth/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: CLAIM_CODE, email: 'anna@example.com' }),
  });
  expect(reply.status, await reply.text()).toBe(200);
  await first.stop();

  const again = await startProgram({ ...UNCLAIMED, DATA_DIR });
  expect(again.said()).not.toContain('/claim');
  await again.stop();
});
