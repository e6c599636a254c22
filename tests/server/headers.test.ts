/** Security and caching headers of pages and data. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOBS_KEY, PUBLIC_URL, startApp, type TestApp } from '../support/app.ts';
import { queuedMails } from '../support/queue.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('data can load nothing, cannot be framed, and is never stored (T43 T53)', async () => {
  for (const path of ['/api/auth/user', '/api/billing/pricing', '/api/nothing']) {
    const { headers } = await app.visitor().get(path);
    expect(headers['content-security-policy'], path).toBe(
      "default-src 'none';frame-ancestors 'none'",
    );
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['cache-control'], path).toBe('no-store');
  }
  // Public and the same for everybody: stored, and revalidated each time.
  const { headers } = await app.visitor().get('/api/openapi.json');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers['cache-control']).toBe('no-cache');
});

test('data stays data under every spelling of its URL that the router accepts (T53)', async () => {
  const anna = await app.signIn('anna@example.com');
  for (const path of [
    '/%61pi/dashboard',
    '/a%70i/children',
    '/api/%64ashboard',
    '/healt%68',
    '/%61dmin/monitoring/stats',
    '/metric%73',
  ]) {
    const { headers } = await anna.get(path);
    expect(headers['content-type'], path).toBe('application/json; charset=utf-8');
    expect(headers['cache-control'], path).toBe('no-store');
    expect(headers['content-security-policy'], path).toContain("default-src 'none'");
  }
});

test('a request’s Host header changes no page, no redirect and no link in a mail (T09)', async () => {
  const said = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
  };
  const paths = [
    '/',
    '/blog',
    '/sitemap.xml',
    '/robots.txt',
    '/api/login',
    '/api/docs',
    '/no/page',
  ];
  for (const path of paths) {
    const [plain, other] = [await app.visitor().get(path), await app.visitor().get(path, said)];
    expect([other.status, other.text], path).toEqual([plain.status, plain.text]);
    expect(other.headers.location, path).toBe(plain.headers.location);
    expect(JSON.stringify([other.text, other.headers]), path).not.toContain('evil.example');
  }
  const email = 'host@example.com';
  await app.visitor().send('POST', '/api/auth/magic-link', { email }, said);
  const [mail] = await queuedMails(app.db, JOBS_KEY, email);
  expect(mail?.text).toContain(`${PUBLIC_URL}/auth/verify?token=`);
  expect(JSON.stringify(mail)).not.toContain('evil.example');
});

test('a page runs only our scripts, cannot be framed, and sends no referrer (T43 T09)', async () => {
  for (const path of ['/api/docs', '/no/such/page']) {
    const { headers } = await app.visitor().get(path);
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types service-worker',
    ])
      expect(policy, path).toContain(rule);
    for (const kind of ['script', 'style'])
      expect(new RegExp(`${kind}-src 'self'( 'sha256-[^']+')*;`).test(policy), path).toBe(true);
    expect(policy, path).not.toContain('unsafe');
    expect(headers['referrer-policy'], path).toBe('no-referrer');
  }
});

test('a browser that stores no cookies cannot sign in, and is told why', async () => {
  const ask = (at: TestApp, origin: string) => {
    const headers = { origin, host: new URL(origin).host };
    const body = { email: 'anna@example.com' };
    return at.visitor().send('POST', '/api/onboarding/start', body, headers);
  };
  const byNumber = 'http://192.168.1.20:3000';
  const refused = await ask(app, byNumber);
  expect([refused.status, refused.body]).toMatchObject([403, { reason: 'OTHER_ADDRESS' }]);
  expect((refused.body as { message: string }).message).toContain(PUBLIC_URL);
  for (const origin of [PUBLIC_URL, 'https://book.example', 'http://127.0.0.1:3000'])
    expect((await ask(app, origin)).status, origin).toBe(200);
  const home = await startApp({ publicUrl: 'http://book.home.arpa:3000' });
  expect((await ask(home, byNumber)).status).toBe(200);
  await home.close();
});
