/** Data the product must not store: private keys, money, and people's location or activity. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Can spend money; public keys and addresses can't. */
const OPENS_MONEY =
  /seed_?words?|mnemonic|passphrase|[xyztuv]prv|wallet_?(private_?)?key|nsec|macaroon|wallet_?secret/i;

/** Every field name in a JSON schema, at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties'
      ? Object.entries(value as object).flatMap(([name, inner]) => [name, ...fieldsOf(inner)])
      : fieldsOf(value),
  );
}

test('no call accepts a private key and no table has room for one (PLAT-03)', async () => {
  const { paths } = (await app.visitor().get('/api/openapi.json')).body as { paths: object };
  const fields = [...new Set(fieldsOf(paths))];
  expect(fields).toContain('weeklyAllowance');
  expect(fields.filter((name) => OPENS_MONEY.test(name))).toEqual([]);
  const columns = (
    await app.db.owner<{ name: string }[]>`
      SELECT DISTINCT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public'`
  ).map(({ name }) => name);
  expect(columns).toContain('balance_sats');
  expect(columns.filter((name) => OPENS_MONEY.test(name))).toEqual([]);
  for (const name of ['seedWords', 'xprv', 'walletKey', 'passphrase', 'nsec'])
    expect(OPENS_MONEY.test(name), name).toBe(true);
});

/** A person's location or activity. */
const WATCHES =
  /(?<!al)location|latitude|longitude|geo|presence|online|user_?agent|ip_?address|^ip$|last_?(seen|active|login|used|visit)|(seen|read|opened|signed_?in)_?at$/i;

test('no call reveals where or when somebody else was active, and no table knows where (T19f)', async () => {
  type Call = { responses: unknown };
  const { paths } = (await app.visitor().get('/api/openapi.json')).body as {
    paths: Record<string, Record<string, Call>>;
  };
  const telling = Object.entries(paths).flatMap(([path, calls]) =>
    Object.values(calls)
      .flatMap(({ responses }) => fieldsOf(responses))
      .filter((name) => WATCHES.test(name))
      .map((name) => `${path} ${name}`),
  );
  expect(Object.keys(paths).length).toBeGreaterThan(50);
  expect(telling).toContain('/api/auth/sessions lastSeenAt');
  // A person's sessions and passkeys, operators' data, and when the chain saw a payment.
  const allowed =
    /^\/api\/auth\/(sessions|passkeys)\b|^(\/api)?\/admin\/|^\/api\/(wallet\/deposits|bitcoin\/send|vault-days).* seenAt$/;
  expect(telling.filter((one) => !allowed.test(one))).toEqual([]);
  const columns = await app.db.owner<{ name: string }[]>`
    SELECT DISTINCT column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public'`;
  const known = columns.map(({ name }) => name).filter((name) => WATCHES.test(name));
  // Families, sessions, known browsers, passkeys and a person's messages; chain payments.
  const expected = ['last_active_at', 'last_seen_at', 'last_used_at', 'read_at', 'seen_at'];
  expect(known.sort()).toEqual(expected);
});

test('a passphrase is refused where the specification would have sent one (PLAT-03)', async () => {
  const anna = await app.signIn('anna@example.com');
  const child = { name: 'Mia', age: 9 };
  const body = { children: [child], useEncryption: false };
  const refused = await anna.send('POST', '/api/family/setup', { ...body, passphrase: 'a-b-c' });
  expect(refused.status).toBe(400);
  expect((await anna.get('/api/children')).body).toEqual([]);
  expect((await anna.send('POST', '/api/family/setup', body)).status).toBe(200);
});

test('Lightning is only numbers in the book until a parent connects a wallet that pays (PLAT-05)', async () => {
  const { paths } = (await app.visitor().get('/api/openapi.json')).body as { paths: object };
  // Wallet calls reach the family's own, on the chain or over Lightning. No other call pays: the
  // operator’s wallet only receives.
  const isOfWallet = (path: string) =>
    /^\/api\/(wallet|bitcoin|lightning|payouts|billing)(\/|$)/.test(path);
  const others = Object.keys(paths).filter((path) => !isOfWallet(path));
  expect(
    others.filter((path) => /invoice|\bpay\b|send|nwc|wallet|bolt/i.test(path)).sort(),
  ).toEqual(['/api/family/resend-spouse-invitation', '/api/onboarding/resend-magic-link']);
  const eva = await app.signIn('eva@example.com');
  const { id } = (await eva.send('POST', '/api/children', { name: 'Ida', age: 9 })).body as {
    id: string;
  };
  for (const [path, body] of [
    ['invoice', { childId: id, amount: 700 }],
    ['pay', { childId: id, paymentRequest: 'lnbc1nothing' }],
  ] as const) {
    const refused = await eva.send('POST', `/api/lightning/${path}`, body);
    expect(refused.body, path).toMatchObject({
      message: 'No Lightning wallet is connected for this yet',
    });
  }
  const asked = await eva.send('POST', `/api/lightning/sync-balance/${id}`, { newBalance: 700 });
  // The only change is a book entry against the outside.
  expect(asked.body).toMatchObject({
    success: true,
    transaction: { type: 'spending_adjustment', amount: '0.00000700' },
  });
});

test('when the book says paid, that is a parent’s word: no money moves (PLAT-04 PLAT-03)', async () => {
  const anna = await app.signIn('ben@example.com');
  const { id } = (await anna.send('POST', '/api/children', { name: 'Leo', age: 9 })).body as {
    id: string;
  };
  const body = { childId: id, type: 'bonus', amount: '0.001', description: 'For the garden' };
  const { id: entry } = (await anna.send('POST', '/api/transactions', body)).body as { id: string };
  // The other side of every entry is one account without a balance: there is no pot of money.
  const sides = await app.db.owner`
    SELECT a.kind, a.balance_sats, p.amount_sats FROM posting p
    JOIN account a USING (family_id, account_id) WHERE p.entry_id = ${entry} ORDER BY a.kind`;
  expect(sides).toMatchObject([
    { kind: 'outside', balanceSats: null, amountSats: -100_000n },
    { kind: 'savings', balanceSats: 100_000n, amountSats: 100_000n },
  ]);
});
