/** Strangers may only ask whether the address they paid has received a gift. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { newInvoice } from '#tests/support/invoice.ts';
import { newName } from './rules.ts';
import { addGift, saveName } from './store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** An address of this parent's child, and the hash of an invoice it gave. */
async function anAddress(parent: Visitor, word: string) {
  const { id: childId } = await addChild(parent, { name: word });
  const [row] = await app.db.owner<{ familyId: string; userId: string }[]>`
    SELECT u.family_id, u.user_id FROM users u JOIN child c USING (family_id)
    WHERE c.child_id = ${childId}`;
  if (!row) throw new Error('The child has no family');
  const { familyId, userId: by } = row;
  const now = app.clock.now;
  const name = newName(word.toLowerCase(), () => 0);
  await app.db.changeFamily(familyId, (tx) =>
    saveName(tx, { name, familyId, childId }, { by, now }),
  );
  const { text: invoice, hash: paymentHash } = newInvoice();
  const gift = { familyId, childId, paymentHash, invoice, verifyUrl: null, description: '' };
  const expiresAt = new Date(now.getTime() + 600_000);
  const more = { connectionId: familyId, amountSats: 2_100n, expiresAt };
  await addGift(app.db.owner, { ...gift, ...more }, { now, lookAt: now });
  return { name, paymentHash, invoice };
}

const verify = async (name: string, hash: string) =>
  (await app.visitor().get(`/.well-known/lnurlp/${name}/verify/${hash}`)).body;

test('a gift is known at its own address only, not at a sibling’s or another family’s (T42)', async () => {
  const anna = await app.signIn('anna@example.com');
  const [bike, tent] = [await anAddress(anna, 'Bike'), await anAddress(anna, 'Tent')];
  const boat = await anAddress(await app.signIn('ben@example.com'), 'Boat');
  for (const other of [tent, boat])
    expect(await verify(other.name, bike.paymentHash)).toEqual({
      ...{ status: 'ERROR', reason: 'Not found' },
    });
  expect(await verify(bike.name, bike.paymentHash)).toEqual({
    ...{ status: 'OK', settled: false, preimage: null, pr: bike.invoice },
  });
});
