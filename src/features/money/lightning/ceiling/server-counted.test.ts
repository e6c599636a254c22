/** Everything in the book that uses up an adult's ceiling. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SECRETS_KEY_OF_TESTS, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, joinAsSpouse, record } from '#tests/support/family.ts';
import { addRow, onlyFamily } from '#tests/support/payment-rows.ts';
import { importFile, phoenixdFile } from '#tests/support/wallet-files.ts';
import { saveConnection, savePayLimit } from '../connections/store.ts';
import { counted } from './store.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let anna: Visitor;
let of: Awaited<ReturnType<typeof onlyFamily>>;
let toms: string;
beforeAll(async () => {
  app = await startApp();
  anna = await app.signIn('anna@example.com');
  await addChild(anna);
  await joinAsSpouse(app, anna, 'tom@example.com');
  of = await onlyFamily(app);
  const [tom] = await app.db.owner<{ userId: string }[]>`
    SELECT user_id FROM users WHERE email = 'tom@example.com'`;
  toms = tom?.userId ?? '';
  const made = {
    ...({ purpose: 'spend', connectionId: of.childId, type: 'nwc', provider: 'nwc' } as const),
    ...{ balanceSats: null, budgetSats: null, withoutBudget: true, by: of.madeBy },
  };
  await app.db.changeFamily(of.familyId, (tx) =>
    saveConnection(
      tx,
      SECRETS_KEY_OF_TESTS,
      of.familyId,
      { kind: 'nwc', connectionString: 'x' },
      made,
      app.clock.now,
    ),
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.owner`DELETE FROM payment`;
  await app.db.owner`DELETE FROM payout`;
});

const countedFor = (userId: string, over: { except?: string } = {}) =>
  app.db.readFamily(of.familyId, async (tx) => {
    const { familyId } = of;
    return (await counted(tx, { familyId, userId, now: app.clock.now, ...over }))?.sats;
  });
const ago = (ms: number) => new Date(app.clock.now.getTime() - ms);

type RowFields = Partial<Parameters<typeof addRow>[2]> &
  Pick<Parameters<typeof addRow>[2], 'state'>;
type Case = { what: string; sats: bigint; said: () => RowFields };
const PAYMENTS: Case[] = [
  { what: 'paid, with the fee that was told', sats: 1_003n, said: () => paid({ feeSats: 3n }) },
  { what: 'paid, with the fee limit where none was told', sats: 1_020n, said: () => paid({}) },
  { what: 'sent a day ago', sats: 0n, said: () => paid({ sentAt: ago(DAY_MS) }) },
  {
    what: 'sent just under a day ago',
    sats: 1_020n,
    said: () => paid({ sentAt: ago(DAY_MS - 1) }),
  },
  {
    what: 'open and not sent, however old',
    ...{ sats: 1_020n, said: () => ({ state: 'open', createdAt: ago(3 * DAY_MS) }) },
  },
  { what: 'asked for by a child', sats: 0n, said: () => ({ state: 'asked', byChild: true }) },
  {
    what: 'a child’s, agreed to by her',
    ...{ sats: 1_020n, said: () => ({ state: 'open', byChild: true, decidedBy: of.madeBy }) },
  },
  {
    what: 'a child’s, agreed to by the other adult',
    ...{ sats: 0n, said: () => ({ state: 'open', byChild: true, decidedBy: toms }) },
  },
  { what: 'a child’s, unasked', sats: 0n, said: () => ({ state: 'open', byChild: true }) },
  {
    what: 'failed on a person’s word',
    ...{ sats: 1_020n, said: () => ({ state: 'failed', failure: 'unclear' }) },
  },
  {
    what: 'failed on a browser’s word',
    said: () => ({ state: 'failed', failure: 'said-failed', handedTo: of.childId }),
    sats: 1_020n,
  },
  {
    what: 'failed on the wallet’s word',
    ...{ sats: 0n, said: () => ({ state: 'failed', failure: 'said-failed' }) },
  },
  { what: 'declined', sats: 0n, said: () => ({ state: 'declined' }) },
];
const paid = (over: Partial<RowFields>): RowFields => ({
  state: 'paid',
  sentAt: app.clock.now,
  ...over,
});

test.each(PAYMENTS)('a payment that is $what counts $sats sats (T59)', async ({ said, sats }) => {
  await addRow(app, of, { purpose: 'spend', ...said() });
  expect(await countedFor(of.madeBy)).toBe(sats);
});

/** @returns its entry */
async function addPayout(over: object): Promise<string> {
  const entryId = crypto.randomUUID();
  const row = {
    ...{ family_id: of.familyId, entry_id: entryId, child_id: of.childId, plan: 'lightning' },
    ...{ due_date: '2026-11-18', amount_sats: 5_000n, state: 'owed', hold_id: entryId, tries: 0 },
    ...{ agreed_by: of.madeBy, address: 'a@example.com', created_at: app.clock.now },
    ...{ counted_for: of.madeBy, counted_at: app.clock.now, ...over },
  };
  await app.db.owner`INSERT INTO payout ${app.db.owner(row)}`;
  return entryId;
}
const OVER = { hold_id: null, ended_at: new Date() };

test.each([
  { state: 'due', over: {}, sats: 5_050n },
  { state: 'owed', over: {}, sats: 5_050n },
  { state: 'checking', over: {}, sats: 5_050n },
  { state: 'paid', over: { ...OVER, paid_entry_id: crypto.randomUUID() }, sats: 5_000n },
  {
    state: 'paid',
    over: { ...OVER, paid_entry_id: crypto.randomUUID(), proof: 'person' },
    sats: 0n,
  },
  { state: 'kept', over: OVER, sats: 0n },
  { state: 'undone', over: OVER, sats: 0n },
])('a pay day that is $state counts $sats sats, until it is counted anew (T59)', async (one) => {
  const { state, over, sats } = one;
  const entryId = await addPayout({ state, ...over });
  expect(await countedFor(of.madeBy)).toBe(sats);
  expect(await countedFor(of.madeBy, { except: entryId })).toBe(0n);
  expect(await countedFor(toms)).toBe(0n);
  await app.db.owner`UPDATE payout SET counted_at = ${ago(DAY_MS)}`;
  expect(await countedFor(of.madeBy)).toBe(0n);
});

test.each([
  { what: 'the fee that was told', feeSats: 3n, sats: 5_003n },
  { what: 'the fee limit until a fee is told', feeSats: null, sats: 5_020n },
])('a pay day that was paid counts with $what (T59)', async ({ feeSats, sats }) => {
  const id = await addRow(app, of, { purpose: 'payout', state: 'paid', feeSats });
  await addPayout({ state: 'paid', ...OVER, paid_entry_id: id, payment_id: id });
  expect(await countedFor(of.madeBy)).toBe(sats);
});

test('spending money that a child may pay without asking counts for whoever gave it, until it is undone (T59)', async () => {
  const limit = (sats: bigint) =>
    app.db.changeFamily(of.familyId, (tx) => savePayLimit(tx, of.familyId, of.childId, sats));
  const { id } = (await record(anna, of.childId, 'earned', '0.00000700')).body as { id: string };
  await record(anna, of.childId, 'bonus', '0.00000900');
  expect(await countedFor(of.madeBy), 'the child asks each time').toBe(0n);
  await limit(0n);
  expect(await countedFor(of.madeBy), 'and with a limit of 0 too').toBe(0n);
  await limit(1n);
  expect([await countedFor(of.madeBy), await countedFor(toms)]).toEqual([700n, 0n]);
  expect((await anna.send('POST', `/api/transactions/${id}/undo`)).status).toBe(200);
  expect(await countedFor(of.madeBy)).toBe(0n);
});

test('spending money from an old wallet’s file counts from the day of the import (T59)', async () => {
  await app.db.changeFamily(of.familyId, (tx) => savePayLimit(tx, of.familyId, of.childId, 1n));
  const before = (await countedFor(of.madeBy)) ?? 0n;
  const old = { id: 'old', at: ago(40 * DAY_MS).toISOString(), sats: 800 };
  expect((await importFile(anna, of.childId, phoenixdFile([old]))).status).toBe(200);
  expect(await countedFor(of.madeBy)).toBe(before + 800n);
});
