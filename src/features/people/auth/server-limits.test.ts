/** Limits on requesting mails, and what a stranger can learn from the replies. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JOBS_KEY, type Reply, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { hostile } from '#tests/support/hostile-addresses.ts';
import { ask, verify } from '#tests/support/links.ts';
import { queuedMails } from '#tests/support/queue.ts';

const sent = async (app: TestApp, to?: string) => (await queuedMails(app.db, JOBS_KEY, to)).length;
const request = (visitor: Visitor, email: string, headers: Record<string, string> = {}) =>
  visitor.send('POST', '/api/auth/magic-link', { email }, headers);

/** A reply without its random parts. */
const masked = ({ status, text, headers }: Reply) =>
  [
    status,
    text.replace(/"token":"[\w-]{43}"/, '"token":"…"'),
    JSON.stringify({ ...headers, date: '' }).replaceAll(/pending=[\w-]{43}/g, 'pending=…'),
  ].join(' ');

describe('directly on the network', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  test('50 requests for one address: 5 mails, 50 equal replies (T06)', async () => {
    const bomber = app.visitor();
    await request(bomber, 'warm-up@example.com');
    const replies: Reply[] = [];
    for (let i = 0; i < 50; i++) replies.push(await request(bomber, 'bombed@example.com'));
    expect(new Set(replies.map(masked)).size).toBe(1);
    expect(replies[0]?.status).toBe(200);
    expect(await sent(app, 'bombed@example.com')).toBe(5);
  });

  test('a browser that has signed in before has its own limits, and only for its address (T06)', async () => {
    const home = app.visitor('10.2.0.1');
    await verify(home, (await ask(app, home, 'owner@example.com')).token);
    await home.send('POST', '/api/auth/logout');
    for (let i = 0; i < 8; i++) await request(app.visitor('10.2.0.2'), 'owner@example.com');
    const before = await sent(app, 'owner@example.com');
    await request(app.visitor('10.2.0.3'), 'owner@example.com');
    expect(await sent(app, 'owner@example.com')).toBe(before);
    const { token } = await ask(app, home, 'owner@example.com');
    expect((await verify(home, token)).status).toBe(200);
    for (let i = 0; i < 8; i++) await request(home, 'someone-else@example.com');
    expect(await sent(app, 'someone-else@example.com')).toBeLessThanOrEqual(5);
  });

  test('a known browser causes ten mails an hour, however often it asks (T06)', async () => {
    const home = await app.signIn('often@example.com');
    const before = await sent(app, 'often@example.com');
    const ask = () => request(home, 'often@example.com');
    for (let i = 0; i < 10; i++) await ask();
    await Promise.all(Array.from({ length: 20 }, ask));
    expect((await sent(app, 'often@example.com')) - before).toBe(10);
  });

  test('a child with a tablet handed over has no more than a stranger (T06 T19)', async () => {
    const tablet = await app.signIn('tablet@example.com');
    const { id } = await addChild(tablet, { name: 'Mia' });
    await tablet.send('POST', `/api/children/${id}/hand-over`);
    for (let i = 0; i < 5; i++) await request(app.visitor('10.2.5.1'), 'tablet@example.com');
    const before = await sent(app, 'tablet@example.com');
    for (let i = 0; i < 8; i++) await request(tablet, 'tablet@example.com');
    expect((await sent(app, 'tablet@example.com')) - before).toBeLessThanOrEqual(5);
  });

  test('one network gets 20 mails an hour, whatever it sends in X-Forwarded-For (T06 T07)', async () => {
    const before = await sent(app);
    for (let i = 0; i < 30; i++)
      await request(app.visitor('10.9.8.7'), `listed${i}@example.com`, {
        'x-forwarded-for': `198.51.100.${i}, 203.0.${i}.1`,
        'x-real-ip': `192.0.2.${i}`,
        forwarded: `for=192.0.2.${i}`,
      });
    expect((await sent(app)) - before).toBe(20);
  });

  test('30 hostile addresses are refused before anything is sent (T44)', async () => {
    const before = await sent(app);
    for (const email of hostile) {
      const reply = await request(app.visitor('10.44.0.1'), email);
      expect([reply.status, reply.body], email).toEqual([
        400,
        {
          message: 'Please enter a valid email address',
          code: 'VALIDATION_ERROR',
          reason: 'INVALID_EMAIL',
          field: 'email',
        },
      ]);
    }
    expect(await sent(app)).toBe(before);
  });

  test('no header of the request changes where the link leads (T08)', async () => {
    const evil = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'evil.example' },
      { 'x-forwarded-server': 'evil.example', 'x-forwarded-proto': 'https' },
      { forwarded: 'host=evil.example;proto=https' },
      { host: 'localhost:3000@evil.example', 'x-original-url': 'https://evil.example/' },
    ];
    for (const [i, headers] of evil.entries()) {
      const email = `poisoned${i}@example.com`;
      await request(app.visitor(`10.8.${i}.1`), email, headers as Record<string, string>);
      const [mail] = await queuedMails(app.db, JOBS_KEY, email);
      expect(mail?.text).toMatch(/^http:\/\/localhost:3000\/auth\/verify\?token=[\w-]{43}$/m);
      expect(mail?.text.match(/https?:/g)).toHaveLength(1);
      expect(JSON.stringify(mail)).not.toContain('evil');
    }
  });

  test('100 known and 100 unknown addresses: equal replies, equally fast (T05)', async () => {
    await app.db.owner`
      INSERT INTO users (user_id, family_id, email, role, created_at, last_active_at)
      SELECT gen_random_uuid(), gen_random_uuid(), 'known' || i || '@example.com', 'parent', now(), now()
      FROM generate_series(0, 99) AS i`;
    let slowerKnown = 0;
    const replies = new Set<string>();
    for (let i = 0; i < 100; i++) {
      const times = { known: 0, stranger: 0 };
      for (const kind of i % 2
        ? (['known', 'stranger'] as const)
        : (['stranger', 'known'] as const)) {
        const visitor = app.visitor(`10.20.${i}.1`);
        const start = performance.now();
        const reply = await request(visitor, `${kind}${i}@example.com`);
        times[kind] = performance.now() - start;
        replies.add(masked(reply).replaceAll(/(known|stranger)\d+/g, '…'));
      }
      if (times.known > times.stranger) slowerKnown += 1;
    }
    expect(replies.size).toBe(1);
    // On any machine: of equals, each is the slower one about as often. Chance exceeds these bounds
    // once in 10¹⁰ runs.
    expect(slowerKnown).toBeGreaterThan(18);
    expect(slowerKnown).toBeLessThan(82);
    const [row] = await app.db.owner<{ links: bigint }[]>`
      SELECT count(*) AS links FROM magic_link WHERE email ~ '^(known|stranger)'`;
    expect(row?.links).toBe(200n);
  });
});

describe('behind one proxy', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp({ trustedProxies: 1 });
  });
  afterAll(() => app.close());

  test('what the proxy wrote counts, what the client wrote before it does not (T07)', async () => {
    for (let i = 0; i < 30; i++)
      await request(app.visitor(), `a${i}@example.com`, {
        'x-forwarded-for': `198.51.${i}.1, 203.0.113.5`,
      });
    expect(await sent(app)).toBe(20);
    for (let i = 0; i < 30; i++)
      await request(app.visitor(), `b${i}@example.com`, { 'x-forwarded-for': `203.0.${i}.5` });
    expect(await sent(app)).toBe(50);
  });
});
