/** The program's health: one word for everyone, details for operators; and for collectors. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Mailer, smtpMailer } from '#server/adapters/mail/mail.ts';
import { type BackupProblem, noteRun } from '#server/backup-runs.ts';
import { readEnv } from '#server/env.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { startSelling } from '#tests/support/selling.ts';
import { type Smtp, startSmtp } from '#tests/support/smtp.ts';
import type { Health } from './contract.ts';

const TOKEN = 'collector-token-of-this-test';
let app: TestApp;
let ops: Visitor;
let smtp: Smtp;
let mailer: Mailer;
beforeAll(async () => {
  smtp = await startSmtp(() => undefined);
  mailer = smtpMailer(smtp.url, 'Satling <satling@example.com>');
  app = await startApp({
    admins: ['ops@example.com'],
    checkMail: mailer.check,
    metricsToken: TOKEN,
  });
  ops = await app.signIn('ops@example.com');
});
afterAll(async () => {
  await app.close();
  mailer.close();
  await smtp.close();
});

/** The operator at another instance. */
function asOps(instance: TestApp): Visitor {
  const visitor = instance.visitor();
  for (const [name, value] of ops.cookies) visitor.cookies.set(name, value);
  return visitor;
}

const notConfigured = {
  status: 'unknown',
  responseTime: null,
  lastChecked: null,
  error: 'not configured',
};

describe('GET /health (ADMIN-36)', () => {
  test('says one word to visitors and to families (T40)', async () => {
    const parent = await app.signIn('parent@example.com');
    for (const who of [app.visitor(), parent]) {
      const reply = await who.get('/health');
      expect([reply.status, reply.text]).toEqual([200, '{"status":"healthy"}']);
      expect(reply.headers['cache-control']).toBe('no-store');
    }
  });

  test('tells operators the whole, and what is not connected is unknown (ADMIN-41 ADMIN-42 ADMIN-27)', async () => {
    const health = (await ops.get('/health')).body as Health;
    const up = {
      status: 'healthy',
      responseTime: expect.any(Number),
      lastChecked: app.clock.now.toISOString(),
      error: null,
    };
    expect(health).toEqual({
      status: 'healthy',
      alerts: [],
      metrics: {
        uptime: expect.any(Number),
        memory: { heapUsed: expect.any(Number), heapTotal: expect.any(Number) },
        performance: { avgResponseTime: expect.any(Number), errorRate: 0 },
        tasks: {},
      },
      services: {
        database: up,
        bitcoin: notConfigured,
        lightning: notConfigured,
        email: up,
        'external apis': notConfigured,
        backups: { ...notConfigured, error: null },
      },
      backupProvenAt: null,
    });
    expect(health.metrics?.uptime).toBeGreaterThan(0);
    expect(health.metrics?.performance.avgResponseTime).toBeGreaterThan(0);
  });

  test('Bitcoin and Lightning are what was heard last from sources and wallets (ADMIN-27 ADMIN-42)', async () => {
    const servicesOf = async () => ((await ops.get('/health')).body as Health).services;
    const { owner } = app.db;
    await owner`INSERT INTO chain_tip (source, block_id) VALUES ('operator', 'b1')`;
    const [family] = await owner<{ familyId: string }[]>`SELECT family_id FROM family LIMIT 1`;
    const familyId = family?.familyId as string;
    const connect = (purpose: string, state: string) => owner`
      INSERT INTO lightning_connection (family_id, purpose, connection_id, type, provider, state,
        checked_at, look_at, connected_by, connected_at)
      VALUES (${familyId}, ${purpose}, gen_random_uuid(), 'nwc', 'Alby Hub', ${state},
        ${app.clock.now}, ${app.clock.now}, gen_random_uuid(), ${app.clock.now})`;
    await connect('receive', 'connected');
    const well = { status: 'healthy', responseTime: null, error: null };
    expect(await servicesOf()).toMatchObject({
      bitcoin: well,
      lightning: { ...well, lastChecked: app.clock.now.toISOString() },
    });
    await connect('spend', 'silent');
    await owner`UPDATE chain_tip SET retry_at = ${app.clock.now}`;
    expect(await servicesOf()).toMatchObject({
      bitcoin: { status: 'unhealthy', error: '1/1 SILENT' },
      lightning: { status: 'degraded', error: '1/2 SILENT' },
    });
    await owner`DELETE FROM chain_tip`;
    await owner`DELETE FROM lightning_connection`;
    expect(await servicesOf()).toMatchObject({ bitcoin: notConfigured, lightning: notConfigured });
  });

  test('tells how long ago tasks ran, to collectors too, and warns when one is late (ADMIN-22 PLAT-26)', async () => {
    await app.db.owner`
      INSERT INTO task_run (name, done_at) VALUES ('seal', now() - interval '400 seconds'),
        ('pay-allowances', now() - interval '10 seconds')`;
    const late = (await ops.get('/health')).body as Health;
    expect(late.status).toBe('degraded');
    expect(late.alerts?.map(({ code }) => code)).toEqual(['seal_late']);
    expect(Math.floor((late.metrics?.tasks.seal ?? 0) / 100)).toBe(4);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { text } = await app.visitor().get('/metrics', headers);
    expect(text).toMatch(/^satling_task_age_seconds\{task="seal"\} 4\d\d/m);
    expect(text).toMatch(/^satling_task_age_seconds\{task="pay-allowances"\} \d/m);
    await app.db.owner`DELETE FROM task_run`;
    expect(((await ops.get('/health')).body as Health).status).toBe('healthy');
  });

  test('a backup that failed, or is older than 48 hours, is an alert, and a proven one is none', async () => {
    const { owner } = app.db;
    const hours = (ago: number) => new Date(app.clock.now.getTime() - ago * 3_600_000);
    const note = (ago: number, problem: BackupProblem | null) =>
      noteRun(owner, {
        ...{ ranAt: hours(ago), copiedAt: hours(ago), bytes: 9_000, isProven: problem === null },
        ...{ problem, placedAt: null, placeProblem: null },
      });
    const codes = async () =>
      ((await ops.get('/health')).body as Health).alerts?.map(({ code }) => code);
    await note(49, null);
    expect(await codes()).toEqual(['backup_stale']);
    await note(9, null);
    expect(await codes()).toEqual([]);
    await note(1, 'may_not_create');
    const { status, services, backupProvenAt } = (await ops.get('/health')).body as Health;
    expect(status).toBe('degraded');
    expect(services?.backups).toEqual({
      ...{ status: 'unhealthy', responseTime: null, error: 'backup_may_not_create' },
      lastChecked: hours(1).toISOString(),
    });
    expect(backupProvenAt).toBe(hours(9).toISOString());
    expect(await codes()).toEqual(['backup_may_not_create']);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { text } = await app.visitor().get('/metrics', headers);
    expect(text).toMatch(/^satling_backup_proven_age_seconds 32400$/m);
    await owner`DELETE FROM backup_run`;
  });

  test('a mail server that is gone degrades it; asked again after 30 seconds (ADMIN-22 ADMIN-26)', async () => {
    const own = await startSmtp(() => undefined);
    const sender = smtpMailer(own.url, 'Satling <satling@example.com>');
    const settings = { admins: ['ops@example.com'], checkMail: sender.check };
    const cut = await startApp({ ...settings, address: app.address });
    const operator = asOps(cut);
    expect(((await operator.get('/health')).body as Health).status).toBe('healthy');
    await own.close();
    expect(((await operator.get('/health')).body as Health).status).toBe('healthy');
    cut.clock.advance(30_000);
    const health = (await operator.get('/health')).body as Health;
    expect(health.status).toBe('degraded');
    expect(health.services?.email).toMatchObject({ status: 'unhealthy', error: 'ESOCKET' });
    expect(health.alerts).toEqual([
      {
        severity: 'critical',
        message: 'The mail server is not answering: nobody gets a sign-in link',
        component: 'email',
        code: 'email_down',
      },
    ]);
    expect((await cut.visitor().get('/health')).text).toBe('{"status":"healthy"}');
    await cut.close();
    sender.close();
  });

  test('where subscriptions are sold, it says what is wrong with the billing wallet (ADMIN-42)', async () => {
    const { app: shop, wallet } = await startSelling({ admins: ['ops@example.com'] });
    const operator = await shop.signIn('ops@example.com');
    const wallets = async () => {
      shop.clock.advance(30_000);
      const { services } = (await operator.get('/health')).body as Health;
      return services?.['billing wallet'];
    };
    const methods = ['get_info', 'make_invoice', 'lookup_invoice'];
    wallet.play({ methods: [...methods, 'pay_invoice'] });
    expect(await wallets()).toMatchObject({ status: 'unhealthy', error: 'CAN_PAY' });
    wallet.play({ methods });
    expect(await wallets()).toMatchObject({ status: 'healthy', error: null });
    await wallet.close();
    expect(await wallets()).toMatchObject({ status: 'unhealthy', error: 'UNREACHABLE' });
    await shop.close();
  });

  test('without a mail server mail is unknown, and nothing is degraded', async () => {
    const plain = await startApp({ admins: ['ops@example.com'], address: app.address });
    const health = (await asOps(plain).get('/health')).body as Health;
    expect([health.status, health.services?.email]).toEqual(['healthy', notConfigured]);
    await plain.close();
  });

  test('without its database it is unhealthy, for everybody (ADMIN-41)', async () => {
    const broken = await startApp({ address: app.address });
    await broken.db.close();
    const reply = await broken.visitor().get('/health');
    expect([reply.status, reply.text]).toEqual([503, '{"status":"unhealthy"}']);
    await broken.close();
  });
});

describe('GET /metrics', () => {
  test('is refused without the token, and with another one', async () => {
    for (const authorization of ['', `Bearer ${TOKEN}x`, `Bearer`, `Basic ${TOKEN}`, TOKEN])
      expect((await app.visitor().get('/metrics', { authorization })).status).toBe(401);
  });

  test('gives a collector counters that add up, by call and never by parameter', async () => {
    const parent = await app.signIn('metrics@example.com');
    const id = '0190c6e4-1a2b-7c3d-8e4f-0123456789ab';
    for (let i = 0; i < 4; i++) await parent.get(`/api/children/${id}?`);
    const reply = await app.visitor().get('/metrics', { authorization: `Bearer ${TOKEN}` });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const route = 'route="GET /api/children/{id}"';
    expect(reply.text).toContain(`satling_requests_total{${route},status="4xx"} 4\n`);
    expect(reply.text).toContain(`satling_request_seconds_bucket{${route},le="+Inf"} 4\n`);
    expect(reply.text).toContain(`satling_request_seconds_count{${route}} 4\n`);
    expect(reply.text).toMatch(/satling_events_total\{kind="sign_in",detail=""\} \d+\n/);
    expect(reply.text).not.toContain(id);
    // Every line is a comment or `name{labels} number`.
    for (const line of reply.text.trimEnd().split('\n'))
      expect(line).toMatch(/^# (HELP|TYPE) |^\w+(\{(\w+="[^"\n]*",?)+\})? [\d.e+-]+$/);
  });

  test('is refused a token that could be guessed, when the program starts', () => {
    const env = { SECRET_KEY: 'k'.repeat(32) };
    for (const METRICS_TOKEN of ['short', 'with spaces in between it'])
      expect(() => readEnv({ ...env, METRICS_TOKEN })).toThrow(/^METRICS_TOKEN must be 16 to 200/);
    expect(readEnv({ ...env, METRICS_TOKEN: TOKEN }).metricsToken).toBe(TOKEN);
    expect(readEnv(env).metricsToken).toBeUndefined();
  });

  test('is there for operators, and for nobody with an empty setting', async () => {
    expect((await ops.get('/metrics')).status).toBe(200);
    const closed = await startApp({ address: app.address });
    const reply = await closed.visitor().get('/metrics', { authorization: 'Bearer undefined' });
    expect(reply.status).toBe(401);
    await closed.close();
  });
});
