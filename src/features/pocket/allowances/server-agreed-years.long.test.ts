/**
 * Thirty years of agreed allowances, compared with a small independent model. Prices are typed, or
 * come from a source that jumps, is silent for days, and is sometimes accepted by a press.
 */
import { expect, test } from 'vitest';
import { askPrices } from '#features/people/rates/asking.ts';
import { startApp } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { DAY } from '#tests/support/paydays.ts';
import { startPriceServer } from '#tests/support/price-server.ts';
import { randomFrom } from '#tests/support/restarts.ts';
import { settleFamily } from './settling.ts';

const YEARS = 30;
const CURRENCIES = ['EUR', 'USD', 'JPY'];
/** A Sunday. */
const START = Date.parse('2026-11-15T12:00:00Z');

/** `at`: when read or accepted; undefined for a typed one, which never expires. */
type Price = { minor: bigint; at?: number };
type Plan = { from: number; sats?: bigint; currency: string; minor: bigint; most: bigint };

test('30 years of changing prices, currencies and ceilings equal a model to the sat, and a second run on each day pays nothing', async () => {
  const server = await startPriceServer();
  const app = await startApp({ at: new Date(START).toISOString(), prices: server.source });
  const random = randomFrom(30);
  const from1 = (most: number) => 1 + Math.floor(random() * most);
  const any = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const prices = new Map<string, Price>();
  try {
    const anna = await app.signIn('years@example.com');
    const { id } = await addChild(anna, { weeklyAllowance: '0.00001', allowanceDay: 6 });
    const [row] = await app.db.owner<{ familyId: string; userId: string }[]>`
      SELECT family_id, user_id FROM users WHERE email = 'years@example.com'`;
    const { familyId, userId: madeBy } = row as { familyId: string; userId: string };

    let followed = '';
    const setPrice = async () => {
      const currency = any(CURRENCIES);
      const minorPerBtc = Math.round(10 ** (5 + random() * 5));
      const typed = { currency, minorPerBtc, isSure: true };
      expect((await anna.send('PUT', '/api/family/rate', typed)).status).toBe(200);
      prices.set(currency, { minor: BigInt(minorPerBtc) });
      followed = '';
    };
    /** Between half and twice the last good one. */
    const isNear = (minor: bigint, { minor: last }: Price) =>
      minor <= 2n * last && last <= 2n * minor;
    const SOURCE = '/api/family/rate/source';
    const follow = async () => {
      const currency = any(CURRENCIES);
      const chosen = await anna.send('POST', SOURCE, { currency });
      expect(chosen.status).toBe(200);
      followed = currency;
      await read(true);
    };
    /** The source is read; a price that is far off, or the first one, needs a press. */
    const read = async (isPressed = random() < 0.3) => {
      const last = prices.get(followed);
      const isFirst = last?.at === undefined;
      const leap = random() < 0.2 ? 10 ** (random() * 4 - 2) : 0.8 + random() * 0.4;
      const usual = Number(last?.minor ?? 5_000_000n);
      const minor = BigInt(Math.min(10 ** 11, Math.max(1_000, Math.round(usual * leap))));
      server.says(textOf(minor, followed));
      await app.db.owner`DELETE FROM market_look`;
      await askPrices(app.db.owner, server.source, async () => [followed], app.clock.now);
      if (last && !isFirst && isNear(minor, last)) prices.set(followed, { minor, at: now });
      else if (isPressed) {
        const seen = { currency: followed, minorPerBtc: Number(minor) };
        expect((await anna.send('PUT', SOURCE, seen)).status).toBe(200);
        prices.set(followed, { minor, at: now });
      }
    };
    const plans: Plan[] = [{ from: START, sats: 1_000n, currency: '', minor: 0n, most: 0n }];
    const setPlan = async () => {
      const currency = any([...prices.keys()]);
      const [minor, most] = [from1(1_000), from1(20_000)];
      const isAgreed = random() < 0.8;
      const btc = (most / 1e8).toFixed(8);
      const amount = isAgreed
        ? { agreed: { currency, minor, most: btc } }
        : { weeklyAllowance: (most / 1e8 + 1).toFixed(8) };
      const path = `/api/children/${id}/allowance`;
      const reply = await anna.send('PATCH', path, { ...amount, allowanceDay: 6 });
      expect(reply.status, reply.text).toBe(200);
      const sats = isAgreed ? {} : { sats: BigInt(most) + 100_000_000n };
      plans.push({ from: now, currency, minor: BigInt(minor), most: BigInt(most), ...sats });
    };
    /** At today's price. */
    const amountOn = (saturday: number): bigint => {
      const plan = plans.findLast(({ from }) => from <= saturday) as Plan;
      if (plan.sats !== undefined) return plan.sats;
      const sats = (plan.minor * 100_000_000n) / (prices.get(plan.currency) as Price).minor;
      return sats < plan.most ? sats : plan.most;
    };

    /** A week in a currency with an outdated source price waits, and so do all after it. */
    const waits = (saturday: number): boolean => {
      const plan = plans.findLast(({ from }) => from <= saturday) as Plan;
      const at = plan.sats === undefined ? prices.get(plan.currency)?.at : undefined;
      return at !== undefined && now - at > 2 * DAY && amountOn(saturday) > 0n;
    };

    let now = START;
    let saturday = START + 6 * DAY;
    let given = 0n;
    let weeks = 0;
    await setPrice();
    while (now < START + YEARS * 365 * DAY) {
      now += from1(9) * DAY;
      app.clock.now = new Date(now);
      // A session of thirty years.
      await app.db.owner`
        UPDATE session SET created_at = ${app.clock.now}, last_seen_at = ${app.clock.now}`;
      if (followed !== '' && random() < 0.8) await read();
      if (random() < 0.15) {
        await (random() < 0.6 ? follow() : setPrice());
        if (random() < 0.4) {
          // Due weeks are settled under the plan then in force.
          await run();
          await setPlan();
        }
      }
      await run();
      await run(true);
    }
    expect(weeks).toBeGreaterThan(1_400);
    const [sums] = await app.db.owner<{ balanceSats: bigint; booked: bigint }[]>`
      SELECT balance_sats, (SELECT count(*) FROM allowance_occurrence o
        WHERE o.child_id = a.child_id AND o.state = 'booked') AS booked
      FROM account a WHERE child_id = ${id} AND kind = 'savings'`;
    expect(sums).toEqual({ balanceSats: given, booked: BigInt(weeks) });

    async function run(isAgain = false) {
      const today = new Date(now).toISOString().slice(0, 10) as never;
      const by = { madeBy, now: new Date(now) };
      const booked = await app.db.changeFamily(familyId, (tx) =>
        settleFamily(tx, { familyId, today }, by),
      );
      const model: bigint[] = [];
      for (; saturday <= now && !waits(saturday); saturday += 7 * DAY) {
        const sats = amountOn(saturday);
        if (sats > 0n) model.push(sats);
      }
      expect(booked.map(({ amountSats }) => amountSats)).toEqual(model);
      if (isAgain) expect(booked).toEqual([]);
      given += model.reduce((sum, one) => sum + one, 0n);
      weeks += model.length;
    }
  } finally {
    await app.close();
    await server.close();
  }
});

/** As a ticker writes it. */
const textOf = (minor: bigint, currency: string): string =>
  currency === 'JPY' ? `${minor}` : `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
