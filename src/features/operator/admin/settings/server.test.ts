/** An operator's settings on a page, the environment's limits on them, and who may come in. */
import { afterEach, expect, test } from 'vitest';
import { contracts } from '#app/features.ts';
import type { Contract } from '#contract/endpoint.ts';
import { deriveKey } from '#server/env.ts';
import { readSettings } from '#server/settings.ts';
import { JOBS_KEY, SECRETS_KEY_OF_TESTS, startApp, type TestApp } from '#tests/support/app.ts';
import { addChild, joinAsChild } from '#tests/support/family.ts';
import { ask, verify } from '#tests/support/links.ts';
import { forgetProofs } from '#tests/support/proof.ts';
import { queuedMails } from '#tests/support/queue.ts';
import type { ServerSettings } from './contract.ts';

const OPERATOR = 'operator@example.com';
const open: TestApp[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

async function start(options: Parameters<typeof startApp>[0] = {}) {
  let restarts = 0;
  const app = await startApp({
    admins: [OPERATOR],
    ...options,
    settings: { ...options.settings, changed: () => void restarts++ },
  });
  open.push(app);
  const operator = await app.signIn(OPERATOR);
  return {
    app,
    operator,
    restarts: () => restarts,
    save: (body: object) => operator.send('PUT', '/api/admin/settings', body),
    read: async () => (await operator.get('/api/admin/settings')).body as ServerSettings,
    given: async () => (await readSettings(app.db.owner, SECRETS_KEY_OF_TESTS, {})).given,
  };
}

test('nobody but the operator reads or sets, and an old sign-in sets nothing', async () => {
  const { app, operator, restarts, save, read } = await start();
  const parent = await app.signIn('parent@example.com');
  expect((await parent.get('/api/admin/settings')).status).toBe(403);
  for (const [method, path] of [
    ['PUT', '/api/admin/settings'],
    ['POST', '/api/admin/invitations'],
  ] as const)
    expect((await parent.send(method, path, { email: 'a@example.com' })).status).toBe(403);
  expect((await read()).isAnswered).toBe(false);
  await forgetProofs(app.db);
  expect((await save({ network: 'mainnet' })).body).toMatchObject({ code: 'SIGN_IN_AGAIN' });
  expect(restarts()).toBe(0);
  expect((await operator.get('/api/admin/settings')).status).toBe(200);
});

test('what is set is what the next start reads, secrets are sealed and never shown again', async () => {
  const { app, restarts, save, read, given } = await start();
  expect((await save({ network: 'mainnet', signups: 'invited' })).status).toBe(200);
  const smtpUrl = 'smtps://anna:geheim@mail.example.com';
  expect((await save({ smtpUrl, publicUrl: 'https://book.example' })).status).toBe(200);
  expect(restarts()).toBe(2);
  expect(await given()).toEqual({
    ...{ BITCOIN_NETWORK: 'mainnet', SIGNUPS: 'invited' },
    ...{ SMTP_URL: smtpUrl, PUBLIC_URL: 'https://book.example' },
  });
  const rows = await app.db.owner<{ value: string }[]>`SELECT value FROM server_setting`;
  expect(rows.map(({ value }) => value).join()).not.toContain('geheim');
  const seen = await read();
  expect(seen).toMatchObject({
    isAnswered: true,
    network: { value: 'mainnet', from: 'page', isInUse: false },
    texts: {
      smtpUrl: { value: null, isSet: true, from: 'page' },
      publicUrl: { value: 'https://book.example', isSet: true, from: 'page' },
      mailFrom: { value: null, isSet: false, from: 'usual' },
    },
  });
  const otherKey = deriveKey(new Uint8Array(32), 'secrets');
  await expect(readSettings(app.db.owner, otherKey, {})).rejects.toThrow(
    'This SECRET_KEY does not open the SMTP_URL that is kept',
  );
  const set = await readSettings(app.db.owner, otherKey, { SMTP_URL: 'smtp://localhost' });
  expect(set.given.SMTP_URL).toBe('smtp://localhost');

  expect((await save({ smtpUrl: null, publicUrl: '' })).status).toBe(200);
  expect(await given()).toEqual({ BITCOIN_NETWORK: 'mainnet', SIGNUPS: 'invited' });
});

test.each([
  [{ smtpUrl: 'mail.example.com' }, 'smtpUrl'],
  [{ publicUrl: 'https://book.example/path' }, 'publicUrl'],
  [{ chainUrl: 'mempool' }, 'chainUrl'],
  [{ mailFrom: 'nobody' }, 'mailFrom'],
  [{ sourceUrl: 'ftp://code.example' }, 'sourceUrl'],
  [{ donationAddress: 'bc1' }, 'donationAddress'],
  [{ donationLightning: 'a@b' }, 'donationLightning'],
])('a value that the next start would refuse is refused at its field: %o', async (body, field) => {
  const { save, given, restarts } = await start();
  expect(await save({ ...body, network: 'mainnet' })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_ERROR', field },
  });
  expect([await given(), restarts()]).toEqual([{}, 0]);
});

test('what the environment sets no page changes', async () => {
  const environment = { BITCOIN_NETWORK: 'signet', SMTP_URL: 'smtp://localhost', MAIL_FROM: '' };
  const { save, read, restarts } = await start({ settings: { environment } });
  for (const body of [{ network: 'mainnet' }, { smtpUrl: null }, { smtpUrl: 'smtp://other' }])
    expect(await save(body)).toMatchObject({
      status: 409,
      body: { message: 'This is set where the server is installed, and can only be changed there' },
    });
  expect(restarts()).toBe(0);
  expect((await save({ mailFrom: 'book@example.com' })).status).toBe(200);
  expect(await read()).toMatchObject({
    network: { value: 'signet', from: 'environment' },
    texts: { smtpUrl: { from: 'environment', value: null }, mailFrom: { from: 'page' } },
  });
});

test('the network stays once a wallet is there; passkeys ask before the address moves', async () => {
  const { app, operator, save, read } = await start();
  await save({ network: 'testnet' });
  await save({ network: 'mainnet' });
  await save({ network: 'testnet' });
  await app.db.owner`
    INSERT INTO passkey (passkey_id, user_id, credential_id, public_key, counter, transports,
      device, created_at)
    SELECT gen_random_uuid(), user_id, 'p', '\\x00', 0, '', 'Phone', now() FROM users
    WHERE email = ${OPERATOR}`;
  const publicUrl = 'https://book.example';
  expect(await save({ publicUrl })).toMatchObject({ status: 409, body: { field: 'publicUrl' } });
  expect((await save({ publicUrl, withoutPasskeys: true })).status).toBe(200);
  expect((await save({ publicUrl: 'https://book.example:8443' })).status).toBe(200);

  const walletAddress = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
  const configured = await operator.send('POST', '/api/wallet/configure', { walletAddress });
  expect(configured.status, configured.text).toBe(200);
  expect((await read()).network).toMatchObject({ value: 'testnet', isInUse: true });
  expect(await save({ network: 'mainnet' })).toMatchObject({
    status: 409,
    body: { field: 'network' },
  });
  expect((await save({ network: 'testnet' })).status).toBe(200);
});

test('until the network is chosen no wallet is taken, and everything else works', async () => {
  const chain = { network: 'testnet', server: undefined, hosts: [] } as const;
  const undecided = await start({ chain: { ...chain, isUndecided: true } });
  const decided = await start({ chain });
  const calls = [
    ['/api/wallet/configure', { walletAddress: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx' }],
    ['/api/lightning/connect', { type: 'address', purpose: 'receive', token: 'a@example.com' }],
  ] as const;
  for (const [path, body] of calls) {
    const refused = await undecided.operator.send('POST', path, body);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { message: expect.stringContaining('to choose real bitcoin or test money first') },
    ]);
    expect((await decided.operator.send('POST', path, body)).text).not.toContain('to choose real');
  }
  expect((await addChild(undecided.operator, { age: 8 })).id).toBeTruthy();
});

test('every call that takes in a wallet waits for the network', () => {
  const waiting = Object.entries(contracts).flatMap(([room, contract]) =>
    Object.entries(contract as Contract)
      .filter(([, e]) => e.needsNetwork)
      .map(([name]) => `${room}.${name}`),
  );
  expect(waiting.sort()).toEqual([
    'lightning.connect',
    'subWallets.make',
    'vault.configure',
    'vault.configureLightning',
    'wallet.configure',
  ]);
});

/** Outcome of each SIGNUPS: a mail with a link, or one that says "closed". */
test.each([
  ['open', { stranger: true, invited: true, known: true, spouse: true, child: true }],
  ['invited', { stranger: false, invited: true, known: true, spouse: true, child: true }],
  ['closed', { stranger: false, invited: false, known: true, spouse: true, child: true }],
] as const)('SIGNUPS=%s: %o', async (signups, comesIn) => {
  const first = await start();
  const known = await first.app.signIn('known@example.com');
  const { id } = await addChild(known, { age: 9 });
  await joinAsChild(first.app, known, id, 'child@example.com');
  await known.send('POST', '/api/family/invite-spouse', { email: 'spouse@example.com' });
  const invited = await first.operator.send('POST', '/api/admin/invitations', {
    email: 'invited@example.com',
  });
  expect(invited.body).toEqual({ success: true, link: expect.stringContaining('/auth/verify?') });

  const { app } = await start({ address: first.app.address, settings: { signups } });
  for (const [who, may] of Object.entries(comesIn)) {
    const email = `${who}@example.com`;
    const visitor = app.visitor();
    const before = (await queuedMails(app.db, JOBS_KEY, email)).length;
    const reply = await visitor.send('POST', '/api/auth/magic-link', { email });
    expect([reply.status, reply.body], who).toEqual([
      200,
      { success: true, token: expect.any(String) },
    ]);
    const mail = (await queuedMails(app.db, JOBS_KEY, email))[before];
    expect(mail?.subject, who).toBe(
      may ? 'Your sign-in link for Satling' : 'This server isn’t open to new families',
    );
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    expect(token !== undefined, who).toBe(may);
    if (token) expect((await verify(visitor, token)).status, who).toBe(200);
  }
});

test('a link from before is worth nothing to a stranger once the server is closed', async () => {
  const first = await start();
  const { token } = await ask(first.app, first.app.visitor(), 'late@example.com');
  const { app } = await start({ address: first.app.address, settings: { signups: 'closed' } });
  expect(await verify(app.visitor(), token)).toMatchObject({
    status: 403,
    body: { message: 'This server isn’t open to new families. Ask whoever runs it.' },
  });
  const again = await start({ address: first.app.address });
  expect((await verify(again.app.visitor(), token)).status).toBe(200);
});

test('the operator’s invitation opens one family, within seven days', async () => {
  const { app, operator } = await start({ settings: { signups: 'invited' } });
  const invite = (email: string) => operator.send('POST', '/api/admin/invitations', { email });
  await invite('slow@example.com');
  app.clock.advance(7 * 24 * 60 * 60_000);
  const subjects = async (email: string) => {
    await app.visitor().send('POST', '/api/auth/magic-link', { email });
    return (await queuedMails(app.db, JOBS_KEY, email)).at(-1)?.subject;
  };
  expect(await subjects('slow@example.com')).toBe('This server isn’t open to new families');

  const signedIn = await app.signIn(OPERATOR);
  const { body } = await signedIn.send('POST', '/api/admin/invitations', {
    email: 'quick@example.com',
  });
  const token = /token=([\w-]+)/.exec((body as { link: string }).link)?.[1] ?? '';
  const guest = app.visitor();
  expect((await verify(guest, token)).status).toBe(200);
  expect((await guest.get('/api/invitations')).body).toEqual([]);
  const [row] = await app.db.owner<{ answer: string }[]>`
    SELECT answer FROM invitation WHERE email = 'quick@example.com'`;
  expect(row?.answer).toBe('joined');
});

test('an address that the operator invites twice has one open invitation, the newer', async () => {
  const { app, operator } = await start({ settings: { signups: 'invited' } });
  const email = 'twice@example.com';
  for (let count = 0; count < 2; count += 1) {
    expect((await operator.send('POST', '/api/admin/invitations', { email })).status).toBe(200);
    app.clock.advance(60_000);
  }
  const sent = await app.db.owner<{ answer: string | null }[]>`
    SELECT answer FROM invitation WHERE email = ${email} ORDER BY sent_at`;
  expect(sent.map(({ answer }) => answer)).toEqual(['cancelled', null]);
});
