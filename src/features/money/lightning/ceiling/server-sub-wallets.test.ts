/** Pay days into a child’s own wallet: a new one is young, however old its plan. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addSubWallet, removeSubWallet } from '#features/money/lightning/sub-wallets/store.ts';
import type { TestApp } from '#tests/support/app.ts';
import { processDue } from '#tests/support/paydays.ts';
import {
  newest,
  newPayingHome,
  type PayoutWorld,
  setPayoutPlan,
  startPayoutWorld,
} from '#tests/support/payouts.ts';
import { forgetProofs } from '#tests/support/proof.ts';
import { mayPay } from './store.ts';

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;
const CONNECTION = `nostr+walletconnect://${'ab'.repeat(32)}?secret=${'cd'.repeat(32)}`;

let world: PayoutWorld;
let app: TestApp;
beforeAll(async () => {
  world = await startPayoutWorld();
  app = world.app;
});
afterAll(() => world.close());

test.each([
  { made: 71, may: false },
  { made: 73, may: true },
])(
  'a plan of last week, above the ceiling, into a wallet made $made hours ago: pays unasked is $may (T27)',
  async ({ made, may }) => {
    world.reset();
    const { parent, childId } = await newPayingHome(world, `sub-${made}`, true);
    const allowance = { weeklyAllowance: '0.0003', allowanceDay: app.clock.now.getUTCDay() };
    await parent.send('PATCH', `/api/children/${childId}/allowance`, allowance);
    const [row] = await app.db.owner<{ familyId: string; userId: string }[]>`
      SELECT family_id, user_id FROM users WHERE email = ${`sub-${made}@example.com`}`;
    const { familyId = '', userId: by = '' } = row ?? {};
    const make = () =>
      app.db.changeFamily(familyId, async (tx) => {
        await removeSubWallet(tx, familyId, childId);
        await addSubWallet(tx, app.services.secretsKey, familyId, childId, {
          ...{ connection: CONNECTION, publicKey: undefined, budgetSats: 40_000n },
          ...{ by, now: app.clock.now },
        });
      });
    await make();
    const plan = await setPayoutPlan(parent, childId, 'lightning', 'sub-wallet');
    expect([plan.status, plan.body]).toMatchObject([200, { agreedAddress: 'sub-wallet' }]);
    app.clock.advance(WEEK_MS - made * HOUR_MS);
    await make();
    app.clock.advance(made * HOUR_MS);
    await forgetProofs(app.db);
    await processDue(parent);
    const { id: entryId } = await newest({ parent, childId, address: '' });
    const payout = { entryId, amountSats: 30_000n, feeLimitSats: 300n };
    const asked = app.db.changeFamily(familyId, (tx) =>
      mayPay(tx, familyId, payout, app.clock.now),
    );
    expect(await asked).toBe(may);
  },
);
