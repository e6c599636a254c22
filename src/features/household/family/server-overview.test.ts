/** The family's members, ownership, and what one adult shows the other. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/ids.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import {
  addChild,
  answer,
  invitations,
  joinAsChild,
  joinAsSpouse,
  message,
  record,
} from '#tests/support/family.ts';
import type { Overview } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const overview = async (visitor: Visitor): Promise<Overview> =>
  (await visitor.get('/api/family/overview')).body;
const adjust = (visitor: Visitor, spouseShare: unknown) =>
  visitor.send('PATCH', '/api/family/net-worth-sharing', { spouseShare });
const share = (visitor: Visitor, sharingEnabled: unknown, sharePercentage: unknown) =>
  visitor.send('POST', '/api/family-net-worth/settings', { sharingEnabled, sharePercentage });

/** Mia with 600 sats, Leo with 200, and goals: 100 of Mia's own, 100 of the parents'. */
async function wealthy(name: string) {
  const anna = await app.signIn(`${name}@example.com`);
  await anna.send('PATCH', '/api/auth/user', { firstName: 'Anna' });
  const mia = await addChild(anna, { name: 'Mia' });
  const leo = await addChild(anna, { name: 'Leo' });
  await record(anna, mia.id, 'bonus', '0.00000500');
  await record(anna, mia.id, 'earned', '0.00000100');
  await record(anna, leo.id, 'bonus', '0.00000200');
  await goalAccount(anna, mia.id, 100n);
  await goalAccount(anna, null, 100n);
  return { anna, mia, leo };
}

/** A goal's account for one giver: a child, or the parents. */
async function goalAccount(parent: Visitor, childId: string | null, sats: bigint) {
  const [, familyId] = /^([0-9a-f-]{36})\./.exec(parent.cookies.get('__Host-session') ?? '') ?? [];
  await app.db.owner`
    INSERT INTO account (family_id, account_id, kind, child_id, balance_sats)
    VALUES (${familyId as string}, ${newId(app.clock.now.getTime())}, 'goal', ${childId}, ${sats})`;
}

describe('the overview (FAM-22)', () => {
  test('an empty family is one person and nothing to split (FAM-20)', async () => {
    const anna = await app.signIn('empty@example.com');
    expect(await overview(anna)).toEqual({
      totalMembers: 1,
      parentNetWorthShare: 0,
      spouseNetWorthShare: 0,
      childrenShares: [],
      notShared: 0,
      parentsAmount: '0.00000000',
      totalAmount: '0.00000000',
      adults: [
        {
          firstName: null,
          email: 'empty@example.com',
          role: 'parent',
          state: 'accepted',
          isYou: true,
          share: 100,
          invitedAt: null,
        },
      ],
    });
  });

  test('goal parts count for their child, the parents’ for the parents; all adds up (FAM-01 FAM-20 FAM-21)', async () => {
    const { anna, mia, leo } = await wealthy('wealthy');
    const ben = await joinAsSpouse(app, anna, 'wealthy-ben@example.com');
    const seen = await overview(anna);
    expect(seen).toMatchObject({
      totalMembers: 4,
      childrenShares: [
        { childId: mia.id, childName: 'Mia', sharePercentage: 70, balanceAmount: '0.00000700' },
        { childId: leo.id, childName: 'Leo', sharePercentage: 20, balanceAmount: '0.00000200' },
      ],
      parentNetWorthShare: 5,
      spouseNetWorthShare: 5,
      notShared: 0,
      parentsAmount: '0.00000100',
      totalAmount: '0.00001000',
    });
    expect(seen.adults.map(({ isYou: _, ...one }) => one)).toEqual(
      (await overview(ben)).adults.map(({ isYou: _, ...one }) => one),
    );
  });

  test('a spouse sees the parent who invited, with the name; the parent sees the spouse (FAM-22)', async () => {
    const { anna } = await wealthy('inviter');
    const ben = await joinAsSpouse(app, anna, 'invited-ben@example.com');
    const seen = (await overview(ben)).adults;
    expect(seen).toMatchObject([
      { firstName: 'Anna', role: 'parent', state: 'accepted', isYou: false },
      { email: 'invited-ben@example.com', role: 'spouse', state: 'accepted', isYou: true },
    ]);
  });

  test('who is invited is named with the state and is not a member (FAM-09)', async () => {
    const anna = await app.signIn('asks@example.com');
    await anna.send('POST', '/api/family/invite-spouse', { email: 'asked@example.com' });
    const seen = await overview(anna);
    expect(seen.totalMembers).toBe(1);
    expect(seen.adults[1]).toEqual({
      firstName: null,
      email: 'asked@example.com',
      role: 'spouse',
      state: 'invited',
      isYou: false,
      share: 50,
      invitedAt: app.clock.now.toISOString(),
    });
  });

  test('a child gets none of it (T19e)', async () => {
    const { anna, mia } = await wealthy('closed');
    const child = await joinAsChild(app, anna, mia.id, 'closed-mia@example.com');
    for (const visitor of [child])
      expect((await visitor.get('/api/family/overview')).status).toBe(403);
  });

  test('a removed child is out of it', async () => {
    const { anna, leo } = await wealthy('fewer');
    await anna.send('DELETE', `/api/children/${leo.id}`);
    const seen = await overview(anna);
    expect(seen.totalMembers).toBe(2);
    expect(seen.childrenShares.map(({ childName }) => childName)).toEqual(['Mia']);
    expect(seen.totalAmount).toBe('0.00000800');
  });
});

describe('what one adult shows the other (FAM-02 FAM-04)', () => {
  test('sharing is on at 100 % from the start (FAM-03)', async () => {
    const anna = await app.signIn('default@example.com');
    expect((await anna.get('/api/auth/user')).body).toMatchObject({
      familyNetWorthSharingEnabled: true,
      familyNetWorthSharePercentage: 100,
    });
  });

  test('an invalid share is refused; a valid one is saved (FAM-05)', async () => {
    const anna = await app.signIn('sets@example.com');
    for (const percentage of [-1, 101, 50.5, '50', null])
      expect((await share(anna, true, percentage)).status).toBe(400);
    expect((await share(anna, 'yes', 50)).status).toBe(400);
    expect((await share(anna, false, 25)).body).toEqual({
      sharingEnabled: false,
      sharePercentage: 25,
    });
    expect((await anna.get('/api/auth/user')).body).toMatchObject({
      familyNetWorthSharingEnabled: false,
      familyNetWorthSharePercentage: 25,
    });
  });

  test('off: the other’s overview leaves my part out, mine does not; no book is hidden (FAM-04)', async () => {
    const { anna } = await wealthy('private');
    const ben = await joinAsSpouse(app, anna, 'private-ben@example.com');
    await share(ben, false, 100);
    const sums = { parentNetWorthShare: 5, notShared: 5, spouseNetWorthShare: 0 };
    expect(await overview(anna)).toMatchObject(sums);
    expect(await overview(ben)).toMatchObject({ spouseNetWorthShare: 5, notShared: 0 });
    expect((await overview(anna)).childrenShares).toEqual((await overview(ben)).childrenShares);
    await share(ben, true, 60);
    expect(await overview(anna)).toMatchObject({ spouseNetWorthShare: 3, notShared: 2 });
  });
});

describe('the spouse’s share (FAM-16)', () => {
  test('without a spouse, or out of bounds, nothing is adjusted (FAM-17 T19d)', async () => {
    const { anna } = await wealthy('alone');
    expect(message(await adjust(anna, 40))).toBe('There is no spouse in this family yet');
    for (const wrong of [-1, 101, 0.5, '40', null])
      expect((await adjust(anna, wrong)).status).toBe(400);
  });

  test('it is stored with the invitation, and after joining; both may adjust it (FAM-08 FAM-16)', async () => {
    const { anna } = await wealthy('adjusts');
    await anna.send('POST', '/api/family/invite-spouse', { email: 'adjusted@example.com' });
    expect((await adjust(anna, 30)).body).toMatchObject({ state: 'invited', netWorthShare: 30 });
    const ben = await app.signIn('adjusted@example.com');
    expect((await adjust(ben, 90)).status).toBe(409); // his own family has no spouse
    await answer(ben, (await invitations(ben))[0], 'join');
    expect((await anna.get('/api/family/spouse')).body).toMatchObject({ netWorthShare: 30 });
    expect((await adjust(ben, 80)).body).toMatchObject({ state: 'accepted', netWorthShare: 80 });
    expect(await overview(anna)).toMatchObject({ parentNetWorthShare: 2, spouseNetWorthShare: 8 });
    expect((await overview(anna)).adults.map((one) => one.share)).toEqual([20, 80]);
  });
});
