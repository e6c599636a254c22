/** Late payments, in a book with exactly enough money, or one sat too little. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatBtc } from '#core/money.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild, record } from '#tests/support/family.ts';
import { addRow, onlyFamily } from '#tests/support/payment-rows.ts';
import type { Recording } from './paying/purpose.ts';
import { findPayment } from './paying/store.ts';
import { purposes } from './purposes.ts';

let app: TestApp;
let anna: Visitor;
let of: Awaited<ReturnType<typeof onlyFamily>>;
beforeAll(async () => {
  app = await startApp();
  anna = await app.signIn('anna@example.com');
  await addChild(anna);
  of = await onlyFamily(app);
});
afterAll(() => app.close());

type Late = { childId: string; pays?: string };

/** The wallet reports a payment over 1,000 sats, which counted as failed, as made. */
async function bookLate(purpose: keyof typeof purposes, late: Late): Promise<boolean> {
  const { familyId, madeBy } = of;
  const { childId, pays } = late;
  const said = { purpose, state: 'failed', failure: 'not-found', ...(pays && { pays }) } as const;
  const id = await addRow(app, { familyId, childId, madeBy }, said);
  const { jobs, publicUrl } = app.services;
  const entry = await app.db.changeFamily(familyId, async (tx) => {
    const row = await findPayment(tx, familyId, id);
    if (!row) throw new Error('The payment was not written');
    const now = app.clock.now;
    const recording: Recording = { jobs, publicUrl, tx, familyId, row, by: undefined, now };
    const outcome = { is: 'paid', proof: 'stated', preimage: null, feeSats: null } as const;
    return purposes[purpose].booked(recording, outcome);
  });
  return entry !== undefined;
}

/** A child with that much money. */
async function spender(sats: number): Promise<string> {
  const { id } = await addChild(anna);
  await anna.send('POST', `/api/lightning/sync-balance/${id}`, { newBalance: sats });
  return id;
}

async function keptPayDay(sats: number): Promise<Late> {
  const { id: childId } = await addChild(anna);
  await record(anna, childId, 'bonus', formatBtc(BigInt(sats)));
  const entryId = crypto.randomUUID();
  await app.db.owner`
    INSERT INTO payout (family_id, entry_id, child_id, plan, due_date, amount_sats, state, tries,
      agreed_by, address, created_at, ended_at)
    VALUES (${of.familyId}, ${entryId}, ${childId}, 'lightning', '2026-11-18', 1000, 'kept', 1,
      ${of.madeBy}, 'mia@example.com', ${app.clock.now}, ${app.clock.now})`;
  return { childId, pays: entryId };
}

/** An answered transfer, and the spending money left. */
async function answeredTransfer(approved: boolean, sats: number): Promise<Late> {
  const childId = await spender(1_000);
  const asked = await record(anna, childId, 'savings_deposit', '0.00001000');
  const { id: pays } = asked.body as { id: string };
  const answer = await anna.send('PATCH', `/api/requests/${pays}`, { approved });
  expect(answer.status, answer.text).toBe(200);
  await anna.send('POST', `/api/lightning/sync-balance/${childId}`, { newBalance: sats });
  return { childId, pays };
}

test('a payment is booked with exactly its amount, without the fee; with a sat too little, a parent is asked (T28)', async () => {
  expect(await bookLate('spend', { childId: await spender(999) })).toBe(false);
  const childId = await spender(1_000);
  expect(await bookLate('spend', { childId })).toBe(true);
  expect((await getChild(anna, childId)).spendingBalance).toBe('0.00000000');
});

test('a pay day kept in savings is booked with exactly its amount; with a sat too little, a parent is asked (T28)', async () => {
  expect(await bookLate('payout', await keptPayDay(999))).toBe(false);
  const late = await keptPayDay(1_000);
  expect(await bookLate('payout', late)).toBe(true);
  expect(await getChild(anna, late.childId)).toMatchObject({
    ...{ savingsBalance: '0.00000000', spendingBalance: '0.00001000' },
  });
});

test('a transfer is booked after a no with exactly its amount, and after a yes never automatically (T28)', async () => {
  expect(await bookLate('transfer', await answeredTransfer(false, 999))).toBe(false);
  expect(await bookLate('transfer', await answeredTransfer(true, 5_000))).toBe(false);
  const late = await answeredTransfer(false, 1_000);
  expect(await bookLate('transfer', late)).toBe(true);
  expect(await getChild(anna, late.childId)).toMatchObject({
    ...{ savingsBalance: '0.00001000', spendingBalance: '0.00000000' },
  });
});
