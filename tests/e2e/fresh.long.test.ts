/**
 * "Is it still you?" in a real browser: by the mailed code, then by a passkey from Chromium's
 * virtual authenticator, keeping the form below the dialog. Such a passkey also unlocks the
 * encrypted wallet.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { until } from '../../testkit/chain/until.ts';
import { expectAccessible, shot, VIEWS, visit } from '../support/browser.ts';
import { signInContext } from '../support/sign-in.ts';
import { oldPayload } from '../support/vault-secrets.ts';
import { programAndBrowser } from '../support/with-browser.ts';

const { program, browser } = await programAndBrowser();

const PIN = '2580';
const WORDS = 'maple-orbit-lantern-pebble-cactus-violin-417';

async function call(context: BrowserContext, method: string, path: string, data: object = {}) {
  const headers = { origin: program.origin };
  const reply = await context.request.fetch(program.origin + path, { method, data, headers });
  if (!reply.ok()) throw new Error(`${method} ${path}: ${await reply.text()}`);
  return reply.json();
}

/** Taking a tablet back with the PIN does not make the session fresh. */
async function stopBeingFresh(context: BrowserContext, childId: string) {
  await call(context, 'POST', `/api/children/${childId}/hand-over`);
  await call(context, 'POST', '/api/family/hand-back', { pin: PIN });
}

/** The newest code mailed to an address. */
async function codeFor(email: string): Promise<string> {
  const outbox = join(program.dataDir, 'outbox');
  const find = () =>
    readdirSync(outbox)
      .filter((file) => file.endsWith('.eml'))
      .sort()
      .map((file) => readFileSync(join(outbox, file), 'utf8'))
      .filter((mail) => mail.includes(`To: ${email}`) && mail.includes('Your code for Satling'))
      .map((mail) => /^\d{4} \d{4}/m.exec(mail)?.[0])
      .at(-1);
  await until(() => find() !== undefined);
  return find() as string;
}

/** A platform authenticator, unlocked at once, that can derive secrets (PRF). */
async function addAuthenticator(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf: true,
    },
  });
}

test.each(VIEWS)(
  'a code, then a passkey, and the form is sent as it was typed (T59 T04)',
  async (view) => {
    const name = `${view.width}-${view.theme}`;
    const email = `anna-${name}@example.com`;
    const { page, context, problems } = await visit(browser, program.origin, view);
    await signInContext(context, program, email);
    await call(context, 'POST', '/api/family/setup', { children: [] });
    const { id } = await call(context, 'POST', '/api/children', { name: 'Mia', age: 8 });
    await call(context, 'PUT', '/api/family/pin', { pin: PIN });
    await stopBeingFresh(context, id);
    await addAuthenticator(context, page);

    await page.goto(`${program.origin}/settings?page=family`);
    await page.getByRole('button', { name: 'Invite Spouse' }).click();
    await page.getByLabel('Their e-mail address').fill(`ben-${name}@example.com`);
    await page.getByRole('button', { name: 'Send Invitation' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
    await dialog.getByText(email).waitFor();
    await expectAccessible(page, `${name} code`);
    await shot(page, `fresh-${name}-code`);
    await dialog.getByLabel('Code from the console').fill('0000 0000');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Invalid or expired code').first().waitFor();
    await dialog.getByLabel('Code from the console').fill(await codeFor(email));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('button', { name: 'Resend Invite' }).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await call(context, 'GET', '/api/family/spouse')).toMatchObject({
      email: `ben-${name}@example.com`,
    });

    await page.goto(`${program.origin}/settings?page=account`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('button', { name: /^Remove the passkey of/ }).waitFor();
    await expectAccessible(page, `${name} passkeys`);
    await shot(page, `fresh-${name}-passkeys`);
    // Away from the book, which would switch to the child and back with the session.
    await page.goto(`${program.origin}/api/openapi.json`);
    await stopBeingFresh(context, id);
    await page.goto(`${program.origin}/settings?page=family`);
    await page.getByRole('button', { name: 'Take Back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take Back' }).click();
    await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await expectAccessible(page, `${name} passkey`);
    await shot(page, `fresh-${name}-passkey`);
    await dialog.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('button', { name: 'Invite Spouse' }).waitFor();
    expect(await call(context, 'GET', '/api/family/spouse')).toBeNull();
    // Chromium logs each refused call as an error.
    expect(problems.filter((text) => !/status of 40[03]/.test(text))).toEqual([]);
    await context.close();
  },
);

test('a passkey unlocks the wallet after a reload, and the passphrase is not sent (VAULT-17 VAULT-20)', async () => {
  const [view] = VIEWS as [(typeof VIEWS)[number]];
  const { page, context, problems } = await visit(browser, program.origin, view);
  await signInContext(context, program, 'anna-unlocks@example.com');
  await call(context, 'POST', '/api/family/setup', { children: [] });
  await addAuthenticator(context, page);
  const key = 'b'.repeat(64);
  const nwcConnectionString = `nostr+walletconnect://${key}?relay=wss://relay.example.com&secret=${key}`;
  await call(context, 'POST', '/api/wallet/configure-encrypted', {
    encryptedSecrets: oldPayload({ lightningProvider: 'coinos', nwcConnectionString }, WORDS),
    hasWallet: true,
  });
  const sent: string[] = [];
  page.on('request', (request) => void sent.push(request.url() + request.postData()));

  await page.goto(`${program.origin}/settings?page=account`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('button', { name: /^Remove the passkey of/ }).waitFor();
  await page.goto(`${program.origin}/dashboard`);
  const prompt = page.getByRole('dialog', { name: 'Unlock Your Wallet' });
  await prompt.getByLabel('Passphrase').fill(WORDS);
  // No passkey unlocks the wallet yet, so none is offered.
  expect(await prompt.getByRole('button', { name: 'Unlock with a passkey' }).count()).toBe(0);
  await prompt.getByRole('button', { name: 'Unlock', exact: true }).click();
  // First it replaces the payload of the old form.
  await expect
    .poll(async () => (await call(context, 'GET', '/api/wallet/encrypted-config')).version)
    .toBe(2);
  const setUp = page.getByRole('button', { name: 'Unlock this wallet with a passkey' });
  await setUp.click();
  const dialog = page.getByRole('dialog', { name: 'Unlock this wallet with a passkey' });
  await dialog.getByLabel('Passphrase').fill(`${WORDS}8`);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('Incorrect passphrase. Please try again.').first().waitFor();
  await expectAccessible(page, 'passkey unlocking');
  await dialog.getByLabel('Passphrase').fill(WORDS);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Remove unlocking by passkey' }).waitFor();

  await page.reload();
  await prompt.getByRole('button', { name: 'Unlock with a passkey' }).waitFor();
  await expectAccessible(page, 'unlock by passkey');
  await shot(page, 'unlock-by-passkey');
  await prompt.getByRole('button', { name: 'Unlock with a passkey' }).click();
  await page.getByText('Unlocked in this tab only.').waitFor();
  expect(sent.join('\n')).toContain('/api/wallet/passkeys/');
  expect(sent.join('\n')).not.toContain(WORDS);

  await page.getByRole('button', { name: 'Remove unlocking by passkey' }).click();
  await setUp.waitFor();
  expect(await call(context, 'GET', '/api/wallet/passkeys')).toMatchObject([{ lock: null }]);
  // Chromium logs each refused call as an error.
  expect(problems.filter((text) => !/status of 40[039]/.test(text))).toEqual([]);
  await context.close();
});

test.each(VIEWS)(
  'the daily limit keeps what was typed while it asks for a fresh sign-in (T59)',
  async (view) => {
    const name = `${view.width}-${view.theme}`;
    const email = `limit-${name}@example.com`;
    const { page, context } = await visit(browser, program.origin, view);
    await signInContext(context, program, email);
    await call(context, 'POST', '/api/family/setup', { children: [] });
    const { id } = await call(context, 'POST', '/api/children', { name: 'Mia', age: 8 });
    await call(context, 'PUT', '/api/family/pin', { pin: PIN });
    await stopBeingFresh(context, id);
    await page.goto(`${program.origin}/settings?page=paydays`);
    const amount = page.getByLabel('Above this amount a day, ask me to sign in again');
    await amount.fill('54321');
    await expectAccessible(page, `${name} limit`);
    await shot(page, `ceiling-${name}-card`);
    await page.getByRole('region', { name: 'Daily limit' }).getByRole('button').last().click();
    const dialog = page.getByRole('dialog', { name: 'Is it still you?' });
    await dialog.getByText('is on the server’s console').waitFor();
    await shot(page, `ceiling-${name}-code`);
    expect(await amount.inputValue()).toBe('54,321');
    await dialog.getByLabel('Code from the console').fill(await codeFor(email));
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText(/^The new limit applies from/).waitFor();
    const saved = await call(context, 'GET', '/api/family/ceiling');
    expect(saved).toMatchObject({ amount: 54_321, counts: 20_000 });
    await context.close();
  },
);
