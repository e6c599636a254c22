/** What the six tables of money on the way held is in the one that took their place. */
import type { Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#tests/support/app.ts';
import { connect, type Database } from './database.ts';
import { migrate, migrateIn, steps } from './migrate.ts';

const FAMILY = '00000000-0000-4000-8000-000000000001';
const CHILD = '00000000-0000-4000-8000-000000000002';
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
let db: Database;

/** A book as the program before it wrote it, brought up to date. */
beforeAll(async () => {
  db = connect(await freshDatabase());
  await db.owner.unsafe('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await db.owner.unsafe('GRANT USAGE ON SCHEMA public TO public');
  const before = new Set(steps().flatMap(({ name }) => (name < '0170' ? [name] : [])));
  const connection = await db.owner.reserve();
  await migrateIn(connection, before);
  connection.release();
  await db.owner`
    INSERT INTO family (family_id, time_zone, created_at) VALUES (${FAMILY}, 'UTC', now())`;
  await fill(db.owner);
  await migrate(db.owner);
}, 60_000);
afterAll(() => db.close());

/** Each in every state, with what it has in that state. */
async function fill(owner: Sql): Promise<void> {
  let n = 10;
  const pay = (state: string, more: object = {}) => {
    n += 1;
    const isOpen = state === 'asked' || state === 'checking';
    return add(owner, 'lightning_payment', {
      ...{
        payment_id: id(n),
        child_id: CHILD,
        payment_hash: `pay${n}`,
        invoice: 'lnbc',
        payee: 'p',
      },
      ...{ description: 'Shop', amount_sats: n, fee_limit_sats: 1, state, by_child: true },
      ...{ hold_id: isOpen ? id(n) : null, entry_id: state === 'paid' ? id(n) : null },
      ...{ made_by: id(3), created_at: AT, expires_at: AT, ...more },
    });
  };
  for (const state of ['asked', 'checking', 'paid', 'failed', 'declined']) await pay(state);
  await pay('paid', { pays_entry: id(4), connection_id: id(5), fee_sats: 2, proof: 'proven' });
  await pay('checking', { pays_request: id(6), by_browser: true, handed_to: id(7), look_at: AT });
  const send = (state: string, more: object = {}) => {
    n += 1;
    return add(owner, 'payment', {
      ...{ payment_id: id(n), child_id: CHILD, to_address: 'tb1q', script_hash: 's', state },
      ...{ amount_sats: n, made_by: id(3), created_at: AT, known_txids: ['x'], ...more },
    });
  };
  const output = { txid: 'tx', vout: 1, seen_at: AT };
  await send('waiting', { hold_id: id(8) });
  await send('seen', { hold_id: id(8), notice: 'reorganised', ...output });
  await send('confirmed', { entry_id: id(9), ...output, vout: 2, confirmed_at: AT });
  await send('cancelled', { vault_day_id: id(4) });
  for (const state of ['open', 'paid', 'expired']) {
    n += 1;
    const made = { payment_hash: `in${n}`, invoice: 'lnbc', amount_sats: n, made_by: id(3), state };
    const times = { created_at: AT, expires_at: AT, paid_at: state === 'paid' ? AT : null };
    const row = { ...made, ...times, description: 'Chores' };
    await add(owner, 'lightning_invoice', {
      ...{ ...row, child_id: CHILD, entry_id: state === 'paid' ? id(n) : null },
    });
    await add(owner, 'subscription_invoice', {
      ...{ ...row, payment_hash: `sub${n}`, months: 12, wallet_id: 'operator' },
    });
  }
  for (const state of ['open', 'waiting', 'booked', 'kept_out']) {
    n += 1;
    const isAnswered = state === 'booked' || state === 'kept_out';
    await add(owner, 'gift', {
      ...{ gift_id: id(n), child_id: CHILD, payment_hash: `gift${n}`, invoice: 'lnbc', state },
      ...{ amount_sats: n, comment: 'From Oma', connection_id: id(5), created_at: AT },
      ...{ expires_at: AT, arrived_at: state === 'open' ? null : AT },
      ...(isAnswered && { answered_by: id(3), answered_at: AT }),
      ...(state === 'booked' && { purpose: 'goal', entry_id: id(n) }),
    });
  }
  for (const [height, dropped, answer] of [
    ...([
      [null, false, null],
      [100, false, null],
      [100, false, 'child'],
    ] as const),
    ...([
      [100, false, 'promised'],
      [100, false, 'nobody'],
      [null, true, 'child'],
    ] as const),
  ]) {
    n += 1;
    await add(owner, 'wallet_deposit', {
      ...{ deposit_id: id(n), txid: `dep${n}`, vout: 0, script_hash: 's', address: 'tb1q' },
      ...{ amount_sats: n, height, dropped, answer, answered_by: answer && id(3), seen_at: AT },
      ...{ child_id: answer === 'child' ? CHILD : null, answered_at: answer && AT },
      ...{ entry_id: answer === 'child' && !dropped ? id(n) : null },
      confirmed_at: height === null ? null : AT,
    });
  }
}

const AT = '2026-11-01T12:00:00Z';

function add(owner: Sql, table: string, row: object) {
  const made = { family_id: FAMILY, ...row };
  return owner`INSERT INTO ${owner(table)} ${owner(made)}`;
}

test('every payment and arrival is kept with its state, its proof and what it holds', async () => {
  const rows = await db.owner<{ line: string }[]>`
    SELECT concat_ws(' ', purpose, direction, state, amount_sats,
      coalesce(failure, '-'), coalesce(proof, '-'), coalesce(answer, '-'),
      CASE WHEN hold_id IS NOT NULL THEN 'held' END, CASE WHEN entry_id IS NOT NULL THEN 'booked' END,
      CASE WHEN ended_at IS NOT NULL THEN 'ended' END, CASE WHEN pays IS NOT NULL THEN 'pays' END)
      AS line
    FROM payment ORDER BY amount_sats, direction`;
  expect(rows.map(({ line }) => line)).toEqual([
    'spend out asked 11 - - - held',
    'spend out open 12 - - - held',
    'spend out paid 13 - - - booked',
    'spend out failed 14 - - -',
    'spend out declined 15 - - -',
    'payout out paid 16 - proven - booked pays',
    'transfer out open 17 - - - held pays',
    'send out open 18 - - - held',
    'send out open 19 reorganised - - held',
    'send out paid 20 - proven - booked ended',
    'vault_day out declined 21 - - - pays',
    'invoice in open 22 - - -',
    'subscription operator open 22 - - -',
    'invoice in paid 23 - - - booked ended',
    'subscription operator paid 23 - - - ended',
    'invoice in expired 24 - - -',
    'subscription operator expired 24 - - -',
    'gift in open 25 - - -',
    'gift in paid 26 - - - ended',
    'gift in paid 27 - - goal booked ended',
    'gift in paid 28 - - nobody ended',
    'deposit in open 29 - - -',
    'deposit in paid 30 - proven - ended',
    'deposit in paid 31 - proven child booked ended',
    'deposit in paid 32 - proven promised ended',
    'deposit in paid 33 - proven nobody ended',
    'deposit in failed 34 evicted - child',
  ]);
});

test('words, outputs, browsers and what was bought are kept', async () => {
  const found = async (amount: number, direction: string, columns: string[]) => {
    const [row] = await db.owner`
      SELECT ${db.owner(columns)} FROM payment
      WHERE amount_sats = ${amount} AND direction = ${direction}`;
    return Object.values(row ?? {});
  };
  const browser = ['by_browser', 'handed_to', 'look_at', 'pays', 'description'];
  expect(await found(17, 'out', browser)).toEqual([true, id(7), new Date(AT), id(6), 'Shop']);
  const told = ['connection_id', 'fee_sats', 'fee_limit_sats', 'payee', 'by_child', 'pays'];
  expect(await found(16, 'out', told)).toEqual([id(5), 2n, 1n, 'p', true, id(4)]);
  const chain = ['address', 'script_hash', 'txid', 'vout', 'known_txids', 'seen_at'];
  expect(await found(19, 'out', chain)).toEqual(['tb1q', 's', 'tx', 1, ['x'], new Date(AT)]);
  const bought = ['months', 'connection_id', 'child_id', 'description'];
  expect(await found(22, 'operator', bought)).toEqual([12, 'operator', null, 'Chores']);
  const given = ['description', 'decided_by', 'decided_at', 'child_id'];
  expect(await found(27, 'in', given)).toEqual(['From Oma', id(3), new Date(AT), CHILD]);
  const landed = ['txid', 'height', 'child_id', 'decided_by', 'seen_at'];
  expect(await found(31, 'in', landed)).toEqual(['dep31', 100, CHILD, id(3), new Date(AT)]);
});
