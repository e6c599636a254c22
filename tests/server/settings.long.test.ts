/**
 * Each setting that compose.yaml passes, changed: what the started program does differently. Two
 * programs with compose's environment, one unchanged and one with all settings changed.
 */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OF_COMMANDS, SETTINGS } from '../../src/server/setting-names.ts';
import { composeEnvironment } from '../support/compose.ts';
import { cleanUp } from '../support/embedded-program.ts';
import { freePort, type Program, startProgram } from '../support/program.ts';
import { callProgram } from '../support/restarts.ts';
import { fixture, fixtures } from '../support/wallet-files.ts';

type Settings = { signups: { value: string } };
type WalletInfo = { source: { network: string; operator: object | null } };
type Person = { origin: string; cookie: string };
type World = { program: Program; operator: Person; dataDir: string; env: Record<string, string> };

const mails: string[] = [];
const smtp = new SMTPServer({
  ...{ authOptional: true, disabledCommands: ['STARTTLS'] },
  onData(stream, _, done) {
    let text = '';
    stream.on('data', (bytes) => {
      text += bytes;
    });
    stream.on('end', () => {
      mails.push(text);
      done();
    });
  },
});
/** A point of P-256, like the one in a browser's subscription. */
const VAPID_KEY =
  'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';
const KEY = 'ab'.repeat(32);
const CODE = { usual: 'the-usual-claim-code', other: 'another-claim-code' };
let usual: World;
let other: World;
const folders: string[] = [];

/** compose's environment, except for its container's folder, network and database. */
async function start(given: Record<string, string>, claimCode: string): Promise<World> {
  const dataDir = mkdtempSync(join(tmpdir(), 'satling-settings-'));
  folders.push(dataDir);
  const port = String(await freePort());
  const least = { SECRET_KEY: 'k'.repeat(32), PUBLIC_URL: `http://localhost:${port}` };
  const settings = { ...least, POSTGRES_PASSWORD: 'p', CLAIM_CODE: claimCode, ...given };
  const env = { ...composeEnvironment(settings), DATA_DIR: dataDir, PORT: port, DATABASE_URL: '' };
  const program = await startProgram({ HOST: '127.0.0.1', ...env, ...pick(given, 'HOST') });
  const operator = { origin: `http://localhost:${port}`, cookie: '' };
  const email = given.ADMIN_EMAILS ? undefined : 'owner@example.com';
  if (email) {
    const reply = await post(operator, '/api/auth/claim', { code: claimCode, email });
    operator.cookie = cookiesOf(reply);
  }
  return { program, operator, dataDir, env };
}

const pick = (from: Record<string, string>, name: string) =>
  from[name] === undefined ? {} : { [name]: from[name] };
const cookiesOf = (reply: Response) =>
  reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
const post = (person: Person, path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(person.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: person.cookie, ...headers },
    body: JSON.stringify(body),
  });
const put = (person: Person, path: string, body: object) =>
  fetch(person.origin + path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', cookie: person.cookie },
    body: JSON.stringify(body),
  });
const get = async ({ operator }: World, path: string) =>
  (await callProgram(operator, 'GET', path)).json();
const sourceOf = async (world: World) =>
  ((await get(world, '/api/wallet/family-info')) as WalletInfo).source;
const page = async ({ operator }: World, path: string) =>
  (await fetch(operator.origin + path)).text();

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as { port: number };
  usual = await start({}, CODE.usual);
  other = await start(
    {
      ...{
        PUBLIC_URL: 'http://book.localhost',
        SECRET_KEY: 'z'.repeat(32),
        SMTP_URL: `smtp://127.0.0.1:${port}`,
      },
      ...{ MAIL_FROM: 'Book <book@other.example>', SIGNUPS: 'invited', LOG_LEVEL: 'error' },
      ...{ TRUSTED_PROXIES: '0', METRICS_TOKEN: 'a-token-of-16-letters' },
      ...{ IMPORT_MAX_KIB: '64', IMPORT_MAX_ROWS: '1', PUSH_HOSTS: 'push.other.example' },
      ...{ BITCOIN_NETWORK: 'signet', CHAIN_URL: 'https://chain.other.example/api' },
      ...{
        CHAIN_HOSTS: 'umbrel.local:50001',
        BILLING_MONTHLY_SATS: '11',
        BILLING_YEARLY_SATS: '99',
      },
      BILLING_WALLET: `nostr+walletconnect://${KEY}?relay=ws://127.0.0.1:9&secret=${KEY}`,
      ...{ SOURCE_URL: 'https://source.other.example', ANALYTICS_URL: 'http://127.0.0.1:9' },
      ...{ DONATION_ADDRESS: `bc1q${'d'.repeat(30)}`, DONATION_LIGHTNING: 'gift@other.example' },
      ...{ DISPLAY_RATE_USD_PER_BTC: '77000', BACKUP_DIR: 'none' },
      PRICE_SOURCE: 'kraken',
      BACKUP_PLACE: 's3+http://key:secret@127.0.0.1:9/books',
      BACKUP_PASSPHRASE: 'another passphrase',
    },
    CODE.other,
  );
}, 120_000);
afterAll(async () => {
  for (const { program } of [usual, other]) await program?.stop();
  smtp.close();
  await Promise.all(folders.map(cleanUp));
});

/** The reply to a file with this multiple of the rows of a real one. */
const importOf = async (world: World, times: number) => {
  const child = await callProgram(world.operator, 'POST', '/api/children', { name: 'Mia', age: 9 });
  const { id: childId } = (await child.json()) as { id: string };
  const [one = { file: '', uploadFilename: '' }] = fixtures();
  const [head = '', ...rows] = fixture(one.file).trim().split('\n');
  const csvContent = [head, ...Array(times).fill(rows).flat()].join('\n');
  const file = { childId, filename: one.uploadFilename, csvContent };
  const reply = await post(world.operator, '/api/transactions/import-csv/preview', file);
  return ((await reply.json()) as { message?: string }).message ?? '';
};

/** How a setting shows to a person or a machine that uses this program. */
const SEEN: Record<string, (world: World) => Promise<unknown>> = {
  PUBLIC_URL: async ({ program }) => /http:\/\/([^:/]+)/.exec(program.said())?.[1],
  SECRET_KEY: async (world) => ((await get(world, '/api/push')) as { publicKey: string }).publicKey,
  SMTP_URL: async (world) => {
    const before = mails.length;
    await post({ ...world.operator, cookie: '' }, '/api/auth/magic-link', {
      email: 'owner@example.com',
    });
    await expect
      .poll(() => mails.length - before + readdirSync(join(world.dataDir, 'outbox'), {}).length)
      .toBeGreaterThan(0)
      .catch(() => undefined);
    return mails.length > before;
  },
  MAIL_FROM: async (world) => {
    if (!world.env.SMTP_URL) {
      const [file = ''] = readdirSync(join(world.dataDir, 'outbox'));
      return /^From: (.*)$/m.exec(readFileSync(join(world.dataDir, 'outbox', file), 'utf8'))?.[1];
    }
    return /^From: (.*)$/m.exec(mails.at(-1) ?? '')?.[1];
  },
  SIGNUPS: async (world) => ((await get(world, '/api/admin/settings')) as Settings).signups.value,
  BACKUP_DIR: async (world) => ((await get(world, '/api/backups/last')) as { state: string }).state,
  BACKUP_PLACE: async (world) =>
    ((await get(world, '/api/admin/backups')) as { place: unknown }).place,
  CLAIM_CODE: async (world) =>
    (
      await post({ ...world.operator, cookie: '' }, '/api/auth/claim', {
        ...{ code: CODE.usual, email: 'late@example.com' },
      })
    ).status,
  LOG_LEVEL: async ({ program }) => program.said().includes('Server listening'),
  TRUSTED_PROXIES: async ({ operator }) => {
    const statuses = new Set<number>();
    for (let i = 0; i < 30; i++) {
      const from = { 'x-forwarded-for': `${20 + i}.0.113.1` };
      const wrong = { code: 'AAAA-BBBB-CCCC-DDDD' };
      const reply = await post({ ...operator, cookie: '' }, '/api/auth/recovery', wrong, from);
      statuses.add(reply.status);
    }
    return [...statuses];
  },
  METRICS_TOKEN: async ({ operator }) =>
    (
      await fetch(`${operator.origin}/metrics`, {
        headers: { authorization: 'Bearer a-token-of-16-letters' },
      })
    ).status,
  IMPORT_MAX_KIB: (world) => importOf(world, 400),
  IMPORT_MAX_ROWS: (world) => importOf(world, 1),
  PUSH_HOSTS: async ({ operator }) => {
    const subscription = {
      endpoint: 'https://push.other.example/x',
      ...{ p256dh: VAPID_KEY, auth: 'A'.repeat(22) },
    };
    return (await put(operator, '/api/push', subscription)).status;
  },
  BITCOIN_NETWORK: async (world) => (await sourceOf(world)).network,
  CHAIN_URL: async (world) => (await sourceOf(world)).operator,
  CHAIN_HOSTS: async ({ operator }) => {
    const source = { kind: 'electrum', url: 'tcp://umbrel.local:50001' };
    return (await put(operator, '/api/wallet/source', source)).status;
  },
  BILLING_WALLET: async (world) => (await page(world, '/dashboard')).includes('data-sells'),
  BILLING_MONTHLY_SATS: (world) => get(world, '/api/billing/pricing'),
  BILLING_YEARLY_SATS: (world) => get(world, '/api/billing/pricing'),
  SOURCE_URL: async (world) =>
    (await page(world, '/how-it-works')).includes('source.other.example'),
  ANALYTICS_URL: (world) => page(world, '/privacy-security'),
  DONATION_ADDRESS: async (world) =>
    (await page(world, '/donations')).includes(`bc1q${'d'.repeat(30)}`),
  DONATION_LIGHTNING: async (world) =>
    (await page(world, '/donations')).includes('gift@other.example'),
  DISPLAY_RATE_USD_PER_BTC: async (world) => (await page(world, '/dashboard')).includes('77000'),
  PRICE_SOURCE: async (world) =>
    ((await get(world, '/api/family/rate/source')) as { name: string | null }).name,
  // Last, because it ends the sign-in.
  BACKUP_PASSPHRASE: async (world) => {
    const shown = await post(world.operator, '/api/admin/backups/sheet', {});
    return ((await shown.json()) as { openingWords: string | null }).openingWords;
  },
};

test.each(Object.entries(SEEN))('%s', async (_, look) => {
  expect(await look(other)).not.toEqual(await look(usual));
});

test('ADMIN_EMAILS makes another operator, DATABASE_URL and DATABASE_APP_URL name another database', async () => {
  const nobody = 'postgres://satling:p@127.0.0.1:9/satling';
  for (const env of [{ DATABASE_URL: nobody }, { DATABASE_URL: nobody, DATABASE_APP_URL: nobody }])
    await expect(startProgram({ ...usual.env, ...env })).rejects.toThrow('ECONNREFUSED');
  await expect(startProgram({ ...usual.env, DATABASE_APP_URL: nobody })).rejects.toThrow();
  const named = await start({ ADMIN_EMAILS: 'named@example.com' }, CODE.usual);
  const late = { code: CODE.usual, email: 'late@example.com' };
  expect((await post(named.operator, '/api/auth/claim', late)).status).toBe(409);
  await named.program.stop();
});

test('every setting of compose.yaml is tested here', () => {
  const fixed = ['PORT', 'HOST', 'DATA_DIR', 'DATABASE_URL', 'DATABASE_APP_URL', 'ADMIN_EMAILS'];
  const all = SETTINGS.filter((name) => !OF_COMMANDS.includes(name));
  expect([...Object.keys(SEEN), ...fixed].sort()).toEqual([...all].sort());
  // Fixed by compose: the container's own folder, and the address it listens on.
  const env = composeEnvironment({
    SECRET_KEY: 'k'.repeat(32),
    PUBLIC_URL: 'https://a.example',
    POSTGRES_PASSWORD: 'p',
  });
  expect(env).toMatchObject({ DATA_DIR: '/data', HOST: '0.0.0.0' });
});
