/** Free months for friends: one per friend, and twelve a year. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { because } from '#contract/reasons.ts';
import { startApp, type TestApp } from '#tests/support/app.ts';
import {
  acceptReferral,
  codeOf,
  creditReferrer,
  forgetReferred,
  judgeReferral,
} from './referrals.ts';
import { MOST_FRIENDS_A_YEAR } from './rules.ts';
import { addCredit } from './store.ts';

const DAY_MS = 86_400_000;
const BEGAN = new Date('2026-01-01T12:00:00Z');
const after = (ms: number) => new Date(BEGAN.getTime() + ms);

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ at: BEGAN.toISOString() });
});
afterAll(() => app.close());

let families = 0;
async function newFamily(email = `family${++families}@example.com`): Promise<string> {
  await app.signIn(email);
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM users WHERE email = ${email}`;
  return row?.familyId as string;
}

/** A friend's first payment. @returns whether the referrer gets a month */
async function friendPays(referrerId: string, now: Date): Promise<boolean> {
  const friendId = await newFamily();
  await app.db.owner`
    INSERT INTO referral (family_id, referrer_id, paid_at)
    VALUES (${friendId}, ${referrerId}, ${now})`;
  const credit = () =>
    app.db.changeFamily(referrerId, (tx) => creditReferrer(tx, referrerId, friendId, now));
  const given = await credit();
  expect(await credit()).toBe(false);
  return given;
}

test('twelve friends are twelve free months; the thirteenth within a year is none (BILL-08)', async () => {
  const referrerId = await newFamily();
  // A month credited in another way is no referral.
  await app.db.changeFamily(referrerId, (tx) =>
    addCredit(tx, referrerId, { source: 'invited', months: 1 }, after(0)),
  );
  const given: boolean[] = [];
  for (let nth = 0; nth <= MOST_FRIENDS_A_YEAR; nth += 1)
    given.push(await friendPays(referrerId, after(nth * 1_000)));
  expect(given).toEqual([...Array(12).fill(true), false]);
  const months = await app.db.owner`
    SELECT count(*)::integer AS credits, max(expires_at) AS until FROM subscription_credit`;
  expect([...months]).toEqual([{ credits: 13, until: new Date('2027-02-01T12:00:00Z') }]);
  // The very first month is a year old: there is room for one more.
  expect(await friendPays(referrerId, after(365 * DAY_MS - 1))).toBe(false);
  expect(await friendPays(referrerId, after(365 * DAY_MS))).toBe(true);
});

test('a family that has paid before cannot be referred (BILL-19 T39)', async () => {
  const [referrerId, familyId] = [await newFamily(), await newFamily()];
  const code = await app.db.changeFamily(referrerId, (tx) => codeOf(tx, referrerId, BEGAN));
  const judged = () =>
    app.db.changeFamily(familyId, (tx) =>
      judgeReferral(tx, app.services.secretsKey, { familyId, code }),
    );
  expect(await judged()).toMatchObject({ referrerId });
  await app.db.changeFamily(familyId, (tx) =>
    addCredit(tx, familyId, { source: 'invited', months: 1 }, BEGAN),
  );
  expect(await judged(), 'a free month is no payment').toMatchObject({ referrerId });
  const paid = { source: 'invoice', months: 1, amountSats: 21_000n, paymentHash: 'ab' } as const;
  await app.db.changeFamily(familyId, (tx) => addCredit(tx, familyId, paid, BEGAN));
  expect(await judged()).toEqual({ obstacle: because('REFERRAL_FIRST_PAYMENT') });
});

test('a referral is remembered for two years (BILL-08)', async () => {
  await app.db.owner`INSERT INTO referred_person (mac, noted_at) VALUES ('ab', ${BEGAN})`;
  const isKnownAt = async (now: Date) => {
    await app.db.owner.begin((tx) => forgetReferred(tx as never, now));
    return (await app.db.owner`SELECT FROM referred_person`).length === 1;
  };
  expect(await isKnownAt(after(730 * DAY_MS))).toBe(true);
  expect(await isKnownAt(after(730 * DAY_MS + 1))).toBe(false);
});

test('families that invite each other in a ring of three get nothing for it (BILL-08)', async () => {
  const [first, second, third] = [await newFamily(), await newFamily(), await newFamily()];
  const code = await app.db.changeFamily(third, (tx) => codeOf(tx, third, BEGAN));
  const judged = () =>
    app.db.changeFamily(first, (tx) =>
      judgeReferral(tx, app.services.secretsKey, { familyId: first, code }),
    );
  const brought = (familyId: string, referrerId: string) => app.db.owner`
    INSERT INTO referral (family_id, referrer_id, paid_at)
    VALUES (${familyId}, ${referrerId}, ${BEGAN})`;
  await brought(third, second);
  expect(await judged()).toMatchObject({ referrerId: third });
  await brought(second, first);
  expect(await judged()).toEqual({ obstacle: because('REFERRAL_RING') });
});

test('a person gets a month for being invited once, whatever alias of their address they use (BILL-08 BILL-19)', async () => {
  const [referrerId, otherId] = [await newFamily(), await newFamily()];
  const accepted = async (email: string, invitedBy: string) => {
    const familyId = await newFamily(email);
    const code = await app.db.changeFamily(invitedBy, (tx) => codeOf(tx, invitedBy, BEGAN));
    return app.db.changeFamily(familyId, (tx) =>
      acceptReferral(tx, app.services.secretsKey, { familyId, code }, BEGAN),
    );
  };
  expect(await accepted('invited@example.com', referrerId)).toBe(true);
  expect(await accepted('invited+again@example.com', otherId)).toBe(false);
  const months = await app.db.owner`SELECT FROM referral WHERE referrer_id = ${otherId}`;
  expect(months).toHaveLength(0);
});
