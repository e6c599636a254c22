/**
 * A new server, from the address on its console to a wallet with real bitcoin and a whole family,
 * without editing a file and without a mail server: on its own machine, and by a name in the home
 * network over http.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { launch, visit } from '../support/browser.ts';
import { readOnTo } from '../support/come-to.ts';
import { cleanUp } from '../support/embedded-program.ts';
import { type Person, personAt } from '../support/person-at.ts';
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

/**
 * The server restarts with the new settings, perhaps while a page loads its parts; over http,
 * browsers leave one header out; a page being left complains that its parts did not load.
 */
const EXPECTED =
  /ERR_CONNECTION_(REFUSED|RESET|CLOSED)|ERR_EMPTY_RESPONSE|status of 503|^Unable to preload CSS|^Failed to fetch dynamically imported module|MIME type \('application\/json'\)|^The Cross-Origin-Opener-Policy header has been ignored/;

/**
 * By a model: 5 s for a field, 2 s for a press, and 30 s for the machines (newcomer.ci.test.ts).
 */
const PERSON_S = { field: 5, press: 2 };
const MACHINE_S = 30;

test.each([
  {
    where: 'its own machine',
    ways: 'a passkey signs in',
    host: 'localhost',
    view: { width: 1280, theme: 'light' },
  },
  {
    where: 'a phone at home',
    ways: 'no passkey is offered',
    host: HOME,
    view: { width: 390, theme: 'dark' },
  },
] as const)(
  'claimed at $where, up to a zpub, a second parent and a child’s tablet; $ways',
  async ({ host, view }) => {
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
      await page.getByRole('heading', { name: 'Who gets a savings book?' }).waitFor();
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

      await letIn(
        { page, person, origin: PUBLIC_URL, what: 'The other parent’s' },
        async (other) => {
          await other.fill('Your e-mail address', 'ben@example.com');
          await other.press('Ask to join');
          return async () => {
            await other.press('Join');
            await other.sees('Mia, 8');
          };
        },
      );
      await letIn({ page, person, origin: PUBLIC_URL, what: 'Mia’s device' }, async (tablet) => {
        await tablet.press('Ask to join');
        return () => tablet.sees(/^Hi, Mia/);
      });
      await usesPasskeys(page, PUBLIC_URL, host === 'localhost');
      expect(problems.filter((one) => !EXPECTED.test(one))).toEqual([]);
      await context.close();
    } finally {
      await program.stop();
    }
  },
);

interface LettingIn {
  page: Page;
  person: Person;
  origin: string;
  /** The button that makes the code. */
  what: string;
}

/** A code on the parent's screen, a device that uses it, the same number on both, one press. */
async function letIn(
  { page, person, origin, what }: LettingIn,
  ask: (device: Person) => Promise<() => Promise<unknown>>,
) {
  await page.goto(`${origin}/settings?page=devices`);
  await person.press(what);
  const code = await page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/).textContent();
  const other = await visit(browser, origin, { width: 390, theme: 'light' });
  const device = personAt(other.page, 'claim-device');
  await other.page.goto(`${origin}/join#${code?.replaceAll('-', '')}`);
  const goOn = await ask(device);
  const match = (await other.page.locator('.join-match').textContent()) as string;
  await person.sees(new RegExp(`^${match}$`));
  await person.press('Yes, let it in');
  await goOn();
  expect(other.problems.filter((one) => !EXPECTED.test(one))).toEqual([]);
  await other.context.close();
}

/** On its own machine a passkey is added and signs in; over http no browser supports passkeys. */
async function usesPasskeys(page: Page, origin: string, has: boolean) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const;
  const proves = { hasUserVerification: true, isUserVerified: true } as const;
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, ...proves, automaticPresenceSimulation: true },
  });
  await page.goto(`${origin}/settings?page=account`);
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  const add = page.getByRole('button', { name: 'Add a passkey' });
  if (!has) return expect(await add.count()).toBe(0);
  await add.click();
  await page.getByRole('button', { name: /^Remove the passkey of/ }).waitFor();
  await page.goto(`${origin}/logout`);
  await page.waitForURL(`${origin}/`);
  await page.goto(`${origin}/onboarding`);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/dashboard');
}

test('a claimed server prints no code, and one with CLAIM_CODE never does', async () => {
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
