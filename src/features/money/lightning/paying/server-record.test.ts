/** The record of each payment outcome, and when its wallet is asked next. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { placeHold } from '#server/ledger/holds.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, message } from '#tests/support/family.ts';
import { addRow, onlyFamily } from '#tests/support/payment-rows.ts';
import { purposes } from '../purposes.ts';
import type { PaymentOutcome } from './outcome.ts';
import { recordFee, recordOutcome } from './record.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
let anna: Visitor;
let of: Awaited<ReturnType<typeof onlyFamily>>;
let spending: string;
beforeAll(async () => {
  app = await startApp();
  anna = await app.signIn('anna@example.com');
  await addChild(anna);
  of = await onlyFamily(app);
  const [account] = await app.db.owner<{ accountId: string }[]>`
    SELECT account_id FROM account WHERE child_id = ${of.childId} AND kind = 'spending'`;
  spending = account?.accountId ?? '';
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.owner`DELETE FROM payment`;
  await app.db.owner`UPDATE account SET held_sats = 0`;
  await anna.send('POST', `/api/lightning/sync-balance/${of.childId}`, { newBalance: 20_000 });
});

type RowFields = Omit<Parameters<typeof addRow>[2], 'purpose' | 'state'>;

/** Open, with its hold of 1,020 sats. */
async function addOpen(said: RowFields = {}): Promise<string> {
  const hold = { accountId: spending, amountSats: 1_020n, reason: 'test', now: app.clock.now };
  const holdId = await app.db.changeFamily(of.familyId, (tx) => placeHold(tx, of.familyId, hold));
  return addRow(app, of, { purpose: 'spend', state: 'open', ...said, holdId });
}
const recorder = () => ({
  ...{ jobs: app.services.jobs, publicUrl: app.services.publicUrl },
  ...{ clock: () => app.clock.now, purposes },
});
const hear = (id: string, outcome: PaymentOutcome, by?: string) =>
  app.db.changeFamily(of.familyId, (tx) =>
    recordOutcome(recorder(), tx, of.familyId, id, outcome, by),
  );
const later = (ms: number) => new Date(app.clock.now.getTime() + ms);
async function written(id: string) {
  const [row] = await app.db.owner<
    { state: string; failure: string | null; lookAt: Date | null; feeSats: bigint | null }[]
  >`SELECT state, failure, look_at, fee_sats FROM payment WHERE payment_id = ${id}`;
  return row;
}
const free = async () => Number((await getChild(anna, of.childId)).availableSpending) * 1e8;

const paid = { is: 'paid', proof: 'stated', preimage: null } as const;

test.each([
  { by: 'us', isAsked: false },
  { by: 'wallet', isAsked: true },
  { by: 'payee', isAsked: true },
  { by: 'person', isAsked: true },
] as const)(
  'a failure reported by “$by” releases the hold at once; the wallet is asked in an hour: $isAsked (T28)',
  async (one) => {
    const id = await addOpen();
    expect(await free()).toBeCloseTo(18_980);
    await hear(id, { is: 'failed', failure: 'not-found', by: one.by });
    expect(await written(id)).toMatchObject({
      ...{ state: 'failed', failure: 'not-found' },
      lookAt: one.isAsked ? later(HOUR_MS) : null,
    });
    expect(await free()).toBeCloseTo(20_000);
  },
);

test('a missing fee is asked for once, after a minute, and never after a parent’s word (T28)', async () => {
  const told = await addOpen();
  await hear(told, { ...paid, feeSats: 3n });
  expect((await written(told))?.lookAt).toBeNull();
  const word = await addOpen();
  await hear(word, { ...paid, proof: 'person', feeSats: null }, of.madeBy);
  expect((await written(word))?.lookAt).toBeNull();
  const silent = await addOpen();
  await hear(silent, { ...paid, feeSats: null });
  expect((await written(silent))?.lookAt).toEqual(later(MINUTE_MS));
  const fee = (id: string, sats: bigint) =>
    app.db.changeFamily(of.familyId, (tx) => recordFee(recorder(), tx, of.familyId, id, sats));
  await fee(silent, 4n);
  await fee(silent, 5n);
  expect(await written(silent)).toMatchObject({ feeSats: 4n, lookAt: null });
  expect(await free()).toBeCloseTo(20_000 - 3_000 - 3 - 4);
  const unbooked = await addRow(app, of, { purpose: 'spend', state: 'paid', failure: 'unclear' });
  await fee(unbooked, 4n);
  expect((await written(unbooked))?.feeSats, 'nobody said whose it is').toBeNull();
});

test('what the wallet has claimed against a payment stays said, until it claims something else (T28)', async () => {
  const id = await addOpen();
  const said = async (failure: 'no-answer' | 'said-failed' | 'said-refused') => {
    await hear(id, { is: 'unknown', failure });
    return (await written(id))?.failure;
  };
  expect(await said('no-answer')).toBe('no-answer');
  expect(await said('said-failed')).toBe('said-failed');
  expect(await said('no-answer')).toBe('said-failed');
  expect(await said('said-refused')).toBe('said-refused');
  expect((await written(id))?.state).toBe('open');
});

const TOO_EARLY =
  'This pay day can still be paid until 24 hours after its invoice has expired. Please wait';

test('a parent says that it was not paid once its invoice has expired; of a pay day a day later (T28)', async () => {
  const say = (id: string) =>
    anna.send('POST', `/api/lightning/payments/${id}/say`, { paid: false });
  const early = await addOpen({ expiresAt: later(1) });
  const refused = await say(early);
  expect([refused.status, (await written(early))?.state]).toEqual([409, 'open']);
  const over = await addOpen({ expiresAt: later(0) });
  expect((await say(over)).status).toBe(200);
  expect(await written(over)).toMatchObject({ state: 'failed', failure: 'unclear' });
  const payDay = async (expiresAt: Date) =>
    say(await addRow(app, of, { purpose: 'payout', state: 'open', expiresAt }));
  const tooEarly = await payDay(later(1 - DAY_MS));
  expect([tooEarly.status, message(tooEarly)]).toEqual([409, TOO_EARLY]);
});
