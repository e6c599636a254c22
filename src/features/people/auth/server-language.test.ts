/**
 * The language of a person's mails: through a real mail server, by the browser, by the account, and
 * after a stranger's request.
 */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Mail, type Mailer, smtpMailer } from '#server/adapters/mail/mail.ts';
import { JOBS_KEY, startApp, type TestApp, tokenIn, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsChild, joinAsSpouse, record } from '#tests/support/family.ts';
import { ask, verify } from '#tests/support/links.ts';
import { queuedMails } from '#tests/support/queue.ts';
import { type Smtp, startSmtp } from '#tests/support/smtp.ts';
import { until } from '../../../../testkit/chain/until.ts';

let smtp: Smtp;
let app: TestApp;
let mailer: Mailer;
beforeAll(async () => {
  smtp = await startSmtp(() => undefined);
  mailer = smtpMailer(smtp.url, 'Satling <satling@example.com>');
  app = await startApp({ mailer });
});
afterAll(async () => {
  await app.close();
  mailer.close();
  await smtp.close();
});

const SIGN_IN = {
  en: 'Your sign-in link for Satling',
  de: 'Dein Anmeldelink für Satling',
  es: 'Tu enlace de acceso a Satling',
};

/** Subjects of all queued mails to an address. */
const subjects = async (email: string) =>
  (await queuedMails(app.db, JOBS_KEY, email)).map(({ subject }) => subject);

async function languageOf(email: string): Promise<string | null> {
  const [row] = await app.db.owner<{ language: string | null }[]>`
    SELECT language FROM users WHERE email = ${email}`;
  if (!row) throw new Error(`Nobody has the address ${email}`);
  return row.language;
}
const choose = (who: Visitor, language: string) =>
  who.send('PUT', '/api/auth/language', { language });

test('a German browser gets a German mail, by SMTP, and its link signs in', async () => {
  const visitor = app.visitor();
  const headers = { 'accept-language': 'de-AT,de;q=0.9,en;q=0.8' };
  const { token, code } = await ask(app, visitor, 'anna@example.com', headers);
  const arrived = () => smtp.received.find(({ to }) => to.includes('anna@example.com'));
  await until(() => arrived() !== undefined, 'the mail');
  const mail = await PostalMime.parse(arrived()?.raw ?? '');
  expect(mail.subject).toBe(SIGN_IN.de);
  expect(mail.text).toMatch(/^Hallo,\n\nöffne diesen Link, um dich bei Satling anzumelden:\n/);
  expect(mail.text).toContain(`http://localhost:3000/auth/verify?token=${token}\n`);
  expect(mail.text).toContain(`\n${code.slice(0, 4)} ${code.slice(4)}\n`);
  expect(mail.html).toBeUndefined();
  await visitor.send('POST', '/api/auth/verify', { token }, headers);
  expect(await languageOf('anna@example.com')).toBe('de');
});

test('without a language that we have, it is English, and no language is stored', async () => {
  const visitor = app.visitor();
  for (const language of [undefined, 'fr-FR,fr;q=0.9', '*', 'tlh'])
    await ask(app, visitor, 'bert@example.com', language ? { 'accept-language': language } : {});
  const { token } = await ask(app, visitor, 'bert@example.com');
  await verify(visitor, token);
  expect(new Set(await subjects('bert@example.com'))).toEqual(new Set([SIGN_IN.en]));
  expect(await languageOf('bert@example.com')).toBeNull();
});

test('somebody with an account gets their own language, whoever requests the link', async () => {
  await app.signIn('carla@example.com', 'es');
  const stranger = app.visitor('10.200.1.1');
  await ask(app, stranger, 'carla@example.com', { 'accept-language': 'de' });
  expect(await subjects('carla@example.com')).toEqual([SIGN_IN.es, SIGN_IN.es]);
});

test('news of a device comes in the language from before; from then on that of the new page', async () => {
  await app.signIn('dora@example.com', 'de');
  await app.signIn('dora@example.com', 'es');
  await app.signIn('dora@example.com');
  expect(await subjects('dora@example.com')).toEqual([
    SIGN_IN.de,
    SIGN_IN.de,
    'Ein neues Gerät hat sich bei Satling angemeldet',
    SIGN_IN.es,
    'Un dispositivo nuevo ha iniciado sesión en Satling',
  ]);
});

test('the menu: only for signed-in people holding the device, only languages that we have', async () => {
  expect((await choose(app.visitor(), 'de')).status).toBe(401);
  const parent = await app.signIn('emma@example.com', 'de');
  for (const language of ['fr', 'DE', '', null, ['de'], 'de-AT'])
    expect([language, (await choose(parent, language as string)).status]).toEqual([language, 400]);
  await parent.send('PUT', '/api/family/pin', { pin: '2580' });
  const { id } = await addChild(parent);
  await parent.send('POST', `/api/children/${id}/hand-over`);
  expect((await choose(parent, 'es')).status).toBe(403);
  expect(await languageOf('emma@example.com')).toBe('de');
  await parent.send('POST', '/api/family/hand-back', { pin: '2580' });
  expect((await choose(parent, 'es')).body).toEqual({ success: true });
  expect(await languageOf('emma@example.com')).toBe('es');
});

test('the export of a family says it with its people', async () => {
  const parent = await app.signIn('fred@example.com', 'de');
  const file = JSON.parse((await parent.get('/api/privacy/export')).text);
  expect(file.tables.users).toMatchObject([{ email: 'fred@example.com', language: 'de' }]);
});

test('a request reaches a Spanish and an English parent of one family each in their own', async () => {
  const ines = await app.signIn('ines@example.com', 'es');
  const ian = await joinAsSpouse(app, ines, 'ian@example.com');
  await choose(ian, 'en');
  const { id: childId } = await addChild(ines);
  await record(ines, childId, 'bonus', '0.001');
  const kid = await joinAsChild(app, ines, childId, 'kim@example.com');
  await choose(kid, 'de');
  const body = { childId, amount: '0.0001', reason: 'Football boots' };
  const asked = await kid.send('POST', '/api/withdrawal-requests', body);
  expect((await subjects('ines@example.com')).at(-1)).toBe('Algo espera tu respuesta en Satling');
  expect((await subjects('ian@example.com')).at(-1)).toBe(
    'Something on Satling is waiting for your answer',
  );
  const { id } = asked.body as { id: string };
  await ian.send('PATCH', `/api/withdrawal-requests/${id}`, { approved: true });
  expect((await subjects('kim@example.com')).at(-1)).toBe(
    'Deine Frage bei Satling wurde beantwortet',
  );
  await ines.send('POST', '/api/family/deletion');
  expect((await subjects('ines@example.com')).at(-1)).toBe('Tu familia se va a borrar de Satling');
  expect((await subjects('ian@example.com')).at(-1)).toBe(
    'Your family will be deleted from Satling',
  );
});

test('a change of address: one’s own language in the old mailbox and in an unknown new one', async () => {
  const jana = await app.signIn('jana@example.com', 'de');
  await app.signIn('karl@example.com', 'es');
  for (const email of ['karl@example.com', 'jana.neu@example.com'])
    expect((await jana.send('POST', '/api/auth/email-change', { email })).status).toBe(200);
  expect((await subjects('karl@example.com')).at(-1)).toBe(
    'Alguien quiso usar esta dirección para Satling',
  );
  const [old, fresh] = await Promise.all(
    ['jana@example.com', 'jana.neu@example.com'].map(async (email) =>
      (await queuedMails(app.db, JOBS_KEY, email)).at(-1),
    ),
  );
  expect([old?.subject, fresh?.subject]).toEqual([
    'Bestätige deine neue Adresse für Satling',
    'Bestätige diese Adresse für Satling',
  ]);
  for (const mail of [old, fresh])
    await app
      .visitor()
      .send('POST', '/api/auth/email-change/confirm', { token: tokenIn(mail as Mail) });
  expect((await subjects('jana@example.com')).at(-1)).toBe(
    'Deine Adresse für Satling wurde geändert',
  );
});

test('whoever leaves, whoever becomes a full parent, and the other one get it each in their own language', async () => {
  const lena = await app.signIn('lena@example.com', 'de');
  const marc = await joinAsSpouse(app, lena, 'marc@example.com');
  await choose(marc, 'es');
  await lena.send('POST', '/api/family/spouse/full-parent');
  expect((await subjects('marc@example.com')).at(-1)).toBe(
    'Vas a tener todos los derechos en Satling',
  );
  expect((await subjects('lena@example.com')).at(-1)).toBe(
    'Du hast dem anderen Elternteil volle Elternrechte gegeben',
  );
  await marc.send('POST', '/api/family/leave');
  expect((await subjects('marc@example.com')).at(-1)).toBe('Has dejado una familia en Satling');
  expect((await subjects('lena@example.com')).at(-1)).toBe(
    'Der andere Elternteil hat deine Familie bei Satling verlassen',
  );
});

test('an invitation is in the invited person’s language, otherwise the inviter’s; the answer in theirs', async () => {
  const host = await app.signIn('gina@example.com', 'de');
  await app.signIn('hugo@example.com', 'es');
  for (const email of ['new@example.com', 'hugo@example.com'])
    expect((await host.send('POST', '/api/family/invite-spouse', { email })).status).toBe(200);
  expect(await subjects('new@example.com')).toEqual([
    'Du bist bei Satling in eine Familie eingeladen',
  ]);
  expect((await subjects('hugo@example.com')).at(-1)).toBe('Te invitan a una familia en Satling');
  const hugo = await app.signIn('hugo@example.com', 'es');
  const [open] = (await hugo.get('/api/invitations')).body as { id: string }[];
  await hugo.send('POST', `/api/invitations/${open?.id}/join`);
  expect((await subjects('gina@example.com')).at(-1)).toBe('Deine Einladung wurde angenommen');
});
