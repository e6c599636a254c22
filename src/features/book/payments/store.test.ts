/** How a payment's state affects its book. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '#server/db/database.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { addRow, onlyFamily } from '#tests/support/payment-rows.ts';
import { arrivalObjection, paymentEraser } from './store.ts';

let app: TestApp;
let mias: Awaited<ReturnType<typeof onlyFamily>>;
let leo: string;
beforeAll(async () => {
  app = await startApp();
  const anna = await app.signIn('anna@example.com');
  await addChild(anna);
  mias = await onlyFamily(app);
  ({ id: leo } = await addChild(anna, { name: 'Leo' }));
});
afterAll(() => app.close());
beforeEach(() => app.db.owner`DELETE FROM payment`);

const closing = <Told>(childId: string, act: (of: Closing) => PromiseLike<Told>) =>
  transaction(app.db.owner, 'BEGIN', async (tx) =>
    act({ tx, familyId: mias.familyId, childId, userId: mias.madeBy, now: app.clock.now }),
  );
type Closing = Parameters<typeof paymentEraser.erase>[0];

type RowFields = Parameters<typeof addRow>[2];
const answered = { answer: 'nobody', decidedBy: crypto.randomUUID() } as const;
const WAITS: RowFields[] = [
  { purpose: 'spend', state: 'asked' },
  { purpose: 'spend', state: 'open' },
  { purpose: 'payout', state: 'open' },
  { purpose: 'transfer', state: 'open' },
  { purpose: 'send', state: 'open' },
  { purpose: 'vault_day', state: 'open' },
  { purpose: 'spend', state: 'paid', failure: 'unclear' },
  { purpose: 'payout', state: 'paid', failure: 'said-failed' },
  { purpose: 'transfer', state: 'paid', failure: 'not-found' },
  { purpose: 'gift', state: 'paid' },
];
const IS_OVER: RowFields[] = [
  { purpose: 'spend', state: 'paid' },
  { purpose: 'spend', state: 'failed', failure: 'unclear' },
  { purpose: 'spend', state: 'declined' },
  { purpose: 'send', state: 'paid', failure: 'replaced', txid: 'ab', vout: 0 },
  { purpose: 'send', state: 'declined' },
  { purpose: 'gift', state: 'open' },
  { purpose: 'gift', state: 'paid', ...answered },
  { purpose: 'invoice', state: 'open' },
  { purpose: 'deposit', state: 'paid' },
];

const cases = [
  ...WAITS.map((said) => ({ said, waits: true })),
  ...IS_OVER.map((said) => ({ said, waits: false })),
].map(({ said, waits }) => {
  const { purpose, state, failure, answer } = said;
  const what = [purpose, state, failure, answer].filter((word) => word).join(', ');
  return { what, said, waits };
});

test.each(cases)('closing a book with “$what”: refused is $waits (T59)', async (one) => {
  const { said, waits } = one;
  await addRow(app, mias, said);
  const isWaiting = (childId: string) =>
    closing(childId, async (of) => paymentEraser.isWaiting?.(of));
  expect([await isWaiting(mias.childId), await isWaiting(leo)]).toEqual([waits, false]);
});

test('an erased book takes its payments along, and leaves deposits without a child and a sibling’s alone (T59)', async () => {
  await addRow(app, mias, { purpose: 'spend', state: 'paid' });
  const deposit = await addRow(app, mias, { purpose: 'deposit', state: 'paid' });
  const kept = await addRow(app, { ...mias, childId: leo }, { purpose: 'spend', state: 'paid' });
  await closing(mias.childId, paymentEraser.erase);
  const rows = await app.db.owner<{ paymentId: string; childId: string | null }[]>`
    SELECT payment_id, child_id FROM payment`;
  expect(new Map(rows.map((row) => [row.paymentId, row.childId]))).toEqual(
    new Map<string, string | null>([
      [deposit, null],
      [kept, leo],
    ]),
  );
});

test('the entries of gifts and deposits are answers, which may be taken back; those of payments are none', async () => {
  const claimed = async (purpose: 'gift' | 'deposit' | 'spend') => {
    const entryId = crypto.randomUUID();
    const said = purpose === 'spend' ? {} : ({ ...answered, answer: 'child' } as const);
    await addRow(app, mias, { purpose, state: 'paid', ...said, entryId });
    return app.db.readFamily(mias.familyId, (tx) => arrivalObjection(tx, mias.familyId, entryId));
  };
  expect(await claimed('spend')).toBeUndefined();
  for (const purpose of ['gift', 'deposit'] as const)
    expect(await claimed(purpose), purpose).toEqual({ isAnswer: true });
});
