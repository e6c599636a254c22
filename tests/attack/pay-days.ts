/** Attacks on pay days by the clock and by killing the program: T27, T31, T32 and T33. */
import { days, later } from './later.ts';
import { balancesOf } from './money.ts';
import { child, type Family, family, type Visitor } from './people.ts';
import { type Attack, hold } from './run.ts';

const DAY = 86_400_000;
const WEEKLY = '0.00001';
const SATS = 1_000;

const process = (who: Visitor) => who.send('POST', '/api/process-allowances');
const many = (who: Visitor) => Promise.all(Array.from({ length: 10 }, () => process(who)));

/** A child whose first pay day is tomorrow by the program’s clock. */
async function payDay(world: Parameters<Attack['attack']>[0]): Promise<Family & { day: number }> {
  const home = await family(world);
  const added = (await home.parent.must('GET', `/api/children/${home.childId}`)) as Added;
  const day = (new Date(added.createdAt).getUTCDay() + 1) % 7;
  const over = { name: 'Leo', weeklyAllowance: WEEKLY, allowanceDay: day };
  return { ...home, day, childId: await child(home.parent, over) };
}

type Added = { createdAt: string };

const totalOf = async ({ parent, childId }: Family) => (await balancesOf(parent, childId)).total;

const payDays: Attack = {
  threat: 'T31',
  tried:
    'three weeks of pay days asked for ten times at once, again later, and while the clock runs',
  alone: true,
  attack: async (world) => {
    const home = await payDay(world);
    await many(home.parent);
    hold((await totalOf(home)) === 0, 'a pay day came early');
    await days(world, home.parent, 21);
    await many(home.parent);
    await many(home.parent);
    const total = await totalOf(home);
    hold(total === 3 * SATS, `three weeks paid ${total} sats`);
    for (let week = 4; week <= 6; week++) {
      await days(world, home.parent, 7);
      await many(home.parent);
      const now = await totalOf(home);
      hold(now === week * SATS, `${week} weeks paid ${now} sats`);
    }
    return 'each of six weeks was paid once';
  },
};

const movedDay: Attack = {
  threat: 'T32',
  tried: 'the pay day moved through the whole week, twice, with everything booked after each move',
  alone: true,
  attack: async (world) => {
    const home = await payDay(world);
    const { parent, childId } = home;
    await days(world, parent, 2);
    for (let move = 1; move <= 14; move++) {
      const allowanceDay = (home.day + move) % 7;
      const plan = { weeklyAllowance: WEEKLY, allowanceDay, unbooked: 'book' };
      await parent.must('PATCH', `/api/children/${childId}/allowance`, plan);
      await many(parent);
    }
    const total = await totalOf(home);
    hold(total === SATS, `one week paid ${total} sats`);
    return 'the week was paid once';
  },
};

const jumpingClock: Attack = {
  threat: 'T33',
  tried: 'the clock set back ten days, ahead three weeks and back again, with bookings each time',
  alone: true,
  attack: async (world) => {
    const home = await payDay(world);
    await days(world, home.parent, 14);
    await many(home.parent);
    for (const jump of [-10, 10, -3, 3, 21, -21, 21]) {
      if (jump < 0) await later(world, jump * DAY);
      else await days(world, home.parent, jump);
      await many(home.parent);
    }
    const total = await totalOf(home);
    hold(total === 5 * SATS, `five weeks paid ${total} sats`);
    return 'five weeks were paid once each';
  },
};

const killed: Attack = {
  threat: 'T27',
  tried: 'the program killed while 40 entries are booked; each is sent again under its key',
  alone: true,
  attack: async (world) => {
    const { parent, childId } = await family(world);
    const keys = Array.from({ length: 40 }, () => crypto.randomUUID());
    const send = (key: string) =>
      parent.ask('/api/transactions', {
        ...{ method: 'POST', headers: { 'idempotency-key': key } },
        body: { childId, type: 'bonus', amount: '0.00001', description: 'Once' },
      });
    let answered = 0;
    const first = Promise.allSettled(
      keys.map(async (key) => {
        await send(key);
        answered += 1;
        if (answered === 5) await world.killAndRestart();
      }),
    );
    const cut = (await first).filter(({ status }) => status === 'rejected').length;
    for (const key of keys) hold((await send(key)).status === 200, 'an entry cannot be sent again');
    const { total } = await balancesOf(parent, childId);
    hold(total === 40 * SATS, `40 entries of 1,000 came to ${total} sats`);
    return `${cut} calls were cut off; all 40 entries are in the book once`;
  },
};

export const payDayAttacks: readonly Attack[] = [killed, payDays, movedDay, jumpingClock];
