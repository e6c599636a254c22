/** No file books payments still in progress in the family’s Lightning wallet. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild } from '#tests/support/family.ts';
import { importFile, phoenixdFile } from '#tests/support/wallet-files.ts';

let app: TestApp;
let parent: Visitor;
beforeAll(async () => {
  app = await startApp({ at: '2026-11-18T12:00:00Z' });
  parent = await app.signIn('anna@example.com');
});
afterAll(() => app.close());

/** Starts one for a child, with the hash in a file. */
type Start = (child: string, hash: string) => Promise<unknown>;

/** Without a wallet: a file depends only on the state and the hash. */
const pay: Start = (child, hash) => app.db.owner`
  INSERT INTO payment (family_id, payment_id, purpose, child_id, payment_hash, invoice, amount_sats,
    fee_limit_sats, state, hold_id, made_by, created_at, expires_at)
  SELECT family_id, child_id, 'spend', child_id, ${hash}, 'lnbc', 900, 0, 'open', child_id,
    child_id, now(), now()
  FROM child WHERE child_id = ${child}`;
const ask: Start = (child, hash) => app.db.owner`
  INSERT INTO payment (family_id, payment_id, purpose, payment_hash, child_id, invoice, amount_sats,
    state, made_by, created_at, expires_at)
  SELECT family_id, child_id, 'invoice', ${hash}, child_id, 'lnbc', 900, 'open', child_id, now(),
    now()
  FROM child WHERE child_id = ${child}`;
const give: Start = (child, hash) => app.db.owner`
  INSERT INTO payment (family_id, payment_id, purpose, child_id, payment_hash, invoice, amount_sats,
    state, created_at, expires_at)
  SELECT family_id, child_id, 'gift', child_id, ${hash}, 'lnbc', 900, 'open', now(), now()
  FROM child WHERE child_id = ${child}`;

test.each([
  { what: 'a payment that is being checked', start: pay, sats: -900 },
  { what: 'a child’s invoice that is not paid yet', start: ask, sats: 900 },
  { what: 'a gift that has not arrived yet', start: give, sats: 900 },
])('$what is booked by no file (T47)', async ({ start, sats }) => {
  const { id: child } = await addChild(parent);
  const [hash, other] = ['0', 'f'].map((end) => child.replaceAll('-', '').padEnd(64, end));
  await start(child, hash as string);
  const row = { at: '2026-11-02T10:00:00Z', sats };
  const first = { id: 'first', at: '2026-11-01T10:00:00Z', sats: 5_000 };
  const named = [hash, other].map((id) => ({ id: id as string, ...row }));
  const { body } = await importFile(parent, child, phoenixdFile([first, ...named]));
  const reasons = [{ row: 3, reason: expect.stringContaining('waiting to be booked') }];
  expect(body).toMatchObject({ imported: 2, skipped: 1, reasons });
  expect((await getChild(parent, child)).spendingBalance).toBe(
    sats < 0 ? '0.00004100' : '0.00005900',
  );
});
