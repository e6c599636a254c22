/** Limits on a family's invoices from the operator's wallet. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import type { TestApp } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { newInvoice } from '#tests/support/invoice.ts';
import { addRow } from '#tests/support/payment-rows.ts';
import type { ScriptedWallet } from '#tests/support/provider-script.ts';
import { startSelling } from '#tests/support/selling.ts';
import { addInvoice } from './store.ts';

const DAY_MS = 86_400_000;
const METHODS = ['get_info', 'get_balance', 'make_invoice', 'lookup_invoice'];
let app: TestApp;
let wallet: ScriptedWallet;
beforeAll(async () => {
  ({ app, wallet } = await startSelling());
});
afterAll(async () => {
  await app.close();
  await wallet.close();
});

/** Earlier invoices, requested by this many people. */
async function asked(familyId: string, people: readonly string[], each: number): Promise<void> {
  const now = app.clock.now;
  for (const madeBy of people)
    for (let made = 0; made < each; made += 1) {
      const { text: invoice, hash: paymentHash } = newInvoice();
      const terms = { description: '', months: 1, referralCode: null, connectionId: 'w' } as const;
      const row = { paymentHash, invoice, amountSats: 2_100n, madeBy, createdAt: now };
      await app.db.changeFamily(familyId, (tx) =>
        addInvoice(tx, familyId, { ...row, ...terms, expiresAt: now }, now),
      );
    }
}

test.each([
  ['ten by one person', 'person', 10, 0],
  ['twenty by a family, whoever asked', 'family', 5, 3],
])(
  '%s within 24 hours are the maximum, and one fewer leaves one, whatever the children paid (T38 BILL-13)',
  async (_, name, own, others) => {
    const email = `${name}@example.com`;
    const anna = await app.signIn(email);
    const [row] = await app.db.owner<{ familyId: string; userId: string }[]>`
    SELECT family_id, user_id FROM users WHERE email = ${email}`;
    const { familyId, userId } = row as { familyId: string; userId: string };
    const strangers = Array.from({ length: others }, () => newId(app.clock.now.getTime()));
    await asked(familyId, [userId], own - 1);
    await asked(familyId, strangers, 5);
    // Children's payments and gifts are not subscription invoices.
    const of = { familyId, childId: (await addChild(anna)).id, madeBy: userId };
    for (let paid = 0; paid < 20; paid += 1)
      await addRow(app, of, { purpose: 'spend', state: 'paid' });
    const order = async () => {
      wallet.play({ direction: 'in', methods: METHODS, invoice: newInvoice().text });
      return (await anna.send('POST', '/api/billing/create-invoice', { subscriptionMonths: 1 }))
        .status;
    };
    expect([await order(), await order()]).toEqual([200, 429]);
    app.clock.advance(DAY_MS - 1);
    expect(await order()).toBe(429);
    app.clock.advance(1);
    expect(await order()).toBe(200);
    app.clock.now = new Date();
  },
);
