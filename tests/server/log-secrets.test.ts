/**
 * With the most verbose log, 30 secrets are sent everywhere a browser can send them: in valid and
 * invalid calls, links, crashes. The log contains none of them, only the failure and its id.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeIn, JOBS_KEY, startApp, type TestApp, tokenIn, type Visitor } from '../support/app.ts';
import { addChild, record } from '../support/family.ts';
import { queuedMails } from '../support/queue.ts';

let app: TestApp;
let parent: Visitor;
const log: string[] = [];
const secrets = new Set<string>();
beforeAll(async () => {
  app = await startApp({ logLevel: 'trace', logTo: { write: (line) => log.push(line) } });
});
afterAll(() => app.close());

const keep = (secret: string) => {
  secrets.add(secret);
  return secret;
};
const random = () => keep(randomBytes(24).toString('base64url'));
const mailbox = () => keep(`${randomBytes(6).toString('hex')}@secret-mailbox.example`);

test('none of at least 30 secrets from valid calls, invalid calls, URLs and crashes is in the log (T09)', async () => {
  await callRightly();
  await callWrongly();
  await crash();
  const all = log.join('');
  expect(secrets.size).toBeGreaterThanOrEqual(30);
  expect(all).toContain('"call":"PATCH /api/auth/user","status":200');
  expect(log.length).toBeGreaterThanOrEqual(20);
  expect([...secrets].filter((secret) => all.includes(secret))).toEqual([]);
});

test('the nginx example logs no query strings, which contain the tokens of links (T09)', () => {
  const example = new URL('../../deploy/nginx.conf.example', import.meta.url);
  const config = readFileSync(example, 'utf8').replaceAll(/^\s*#.*$/gm, '');
  const format = /log_format (\w+) '([^']+)';/.exec(config);
  expect(config.match(/\baccess_log\b[^;]*;/g)).toEqual([
    expect.stringMatching(new RegExp(` ${format?.[1]};$`)),
  ]);
  expect(format?.[2]?.match(/\$\w+/g)?.sort()).toEqual(
    ['remote_addr', 'time_local', 'request_method', 'uri', 'status', 'body_bytes_sent']
      .map((name) => `$${name}`)
      .sort(),
  );
  expect(config).toMatch(/error_log \S+ crit;/);
});

/** Mailboxes, tokens, codes, cookies, words and PINs. */
async function callRightly() {
  const email = mailbox();
  parent = await app.signIn(email);
  await parent.send('POST', '/api/auth/magic-link', { email });
  const mail = (await queuedMails(app.db, JOBS_KEY, email)).at(-1);
  if (!mail) throw new Error('There is no mail');
  keep(tokenIn(mail));
  keep(codeIn(mail));
  for (const value of parent.cookies.values()) if (value.length > 8) keep(value);
  const { id } = await addChild(parent, { age: 9 });
  await record(parent, id, 'bonus', '0.0001');
  await parent.send('PATCH', '/api/auth/user', { firstName: keep('Wilhelmina-Hiddenname') });
  await parent.send('PUT', '/api/family/pin', { pin: keep('83619204') });
  await parent.send('POST', `/api/children/${id}/sign-in`, { email: mailbox() });
  await parent.send('POST', '/api/family/invite-spouse', { email: mailbox() });
  await parent.send('POST', '/api/auth/email-change', { email: mailbox() });
  await parent.get(`/api/transactions?text=${keep('Boots-of-a-secret')}`);
}

async function callWrongly() {
  const visitor = app.visitor();
  await visitor.send('POST', '/api/auth/verify', { token: random() });
  await visitor.send('POST', '/api/auth/verify-code', { code: keep('90817263') });
  await visitor.send('POST', '/api/auth/claim', { code: random(), email: keep('c@example.com') });
  await visitor.send('POST', '/api/auth/email-change/confirm', { token: random() });
  await visitor.send('POST', '/api/auth/magic-link', `{"email":"${mailbox()}`);
  await visitor.send('POST', '/api/auth/magic-link', { email: mailbox(), extra: random() });
  await visitor.get(`/auth/verify?token=${random()}`);
  await visitor.get(`/auth/email?token=${random()}`);
  await visitor.get(`/no/such/page/${random()}?email=${mailbox()}`);
  await visitor.get('/metrics', { authorization: `Bearer ${random()}` });
  await visitor.get('/api/family', { cookie: `__Host-session=${random()}` });
  await parent.get(`/api/children/${random()}`);
  await parent.send('POST', '/api/auth/logout', {}, { 'idempotency-key': random(), origin: 'x' });
}

/** Crashes log their id and what broke. */
async function crash() {
  const away = ['users', 'entry_text', 'child'];
  for (const table of away)
    await app.db.owner.unsafe(`ALTER TABLE ${table} RENAME TO ${table}_away`);
  const replies = [
    await parent.get(`/api/transactions?text=${random()}`),
    await parent.get('/api/family', { referer: `http://localhost/auth/verify?token=${random()}` }),
    await parent.send('PATCH', '/api/auth/user', { firstName: keep('Crashing-Hiddenname') }),
    await parent.send('POST', '/api/auth/email-change', { email: mailbox() }),
    await app.visitor().send('POST', '/api/auth/verify', { token: random() }),
  ];
  for (const table of away)
    await app.db.owner.unsafe(`ALTER TABLE ${table}_away RENAME TO ${table}`);
  const crashed = replies.filter(({ status }) => status === 500);
  expect(crashed.length).toBeGreaterThanOrEqual(3);
  for (const { body } of crashed) {
    const { id } = body as { id: string };
    const line = log.find((one) => one.includes(id));
    expect(JSON.parse(line as string)).toMatchObject({
      level: 50,
      id,
      err: { type: 'PostgresError', message: expect.stringMatching(/does not exist$/) },
    });
  }
}
