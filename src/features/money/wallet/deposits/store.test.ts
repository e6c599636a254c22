/** Deposits: seen once, in the book exactly while in a block, and watched long enough. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild, getChild } from '#tests/support/family.ts';
import { kinds } from '#tests/support/wallets.ts';
import { earlierAddresses, forgetEarlier } from '../watched/earlier.ts';
import { bookOrTakeBack, paymentsAt, recordDeposits } from './deposits.ts';
import { addDeposit, answerDeposit, arriving, depositsAt, findDeposit } from './store.ts';

const DAY_MS = 86_400_000;
const [OURS, OTHERS] = ['aa'.repeat(32), 'bb'.repeat(32)];
const TXID = 'ab'.repeat(32);
let app: TestApp;
let anna: Visitor;
let familyId: string;
let madeBy: string;
beforeAll(async () => {
  app = await startApp({ chain: { network: 'testnet', server: undefined, hosts: [] } });
  anna = await app.signIn('anna@example.com');
  const [row] = await app.db.owner<{ familyId: string; userId: string }[]>`
    SELECT family_id, user_id FROM users`;
  ({ familyId, userId: madeBy } = row as { familyId: string; userId: string });
});
afterAll(() => app.close());

const booking = () => ({
  ...{ jobs: app.services.jobs, clock: () => app.clock.now, hooks: [] },
});
type Tx = Parameters<Parameters<TestApp['db']['changeFamily']>[1]>[0];
const change = <Told>(act: (tx: Tx) => Promise<Told>) => app.db.changeFamily(familyId, act);

test('of a new transaction each output counts that pays the address at least one sat; a known one is not asked about', async () => {
  const sats = [0n, 1n, 2n];
  const outputs = [
    ...sats.map((each, vout) => ({ scriptHash: OURS, vout, sats: each })),
    { scriptHash: OTHERS, vout: 3, sats: 4n },
  ];
  const asked: string[] = [];
  const source = {
    transaction: async (txid: string) => {
      asked.push(txid);
      return { outputs };
    },
  };
  const history = [TXID, 'cd'.repeat(32)].map((txid) => ({ txid, height: 100 }));
  const known = new Set([`${OURS} ${'cd'.repeat(32)}`, `${OTHERS} ${TXID}`]);
  const changed = [{ scriptHash: OURS, history }];
  const found = await paymentsAt(source as never, changed as never, known, async () => undefined);
  expect(found.map(({ vout, amountSats }) => [vout, amountSats])).toEqual([
    [1, 1n],
    [2, 2n],
  ]);
  expect(asked).toEqual([TXID]);
});

/** At an address given to a child, of a wallet the family no longer has. */
const givenTo = (childId: string | null, scriptHash: string, until = app.clock.now) => app.db.owner`
  INSERT INTO earlier_address (family_id, script_hash, address, network, child_id, handed_out_at,
    status, confirmed_sats, waiting_sats, watched_until)
  VALUES (${familyId}, ${scriptHash}, 'tb1q', 'testnet', ${childId}, ${app.clock.now}, NULL, 0, 0,
    ${until})`;

test('the adults hear of a payment once, and what waits for a block or is said to be the child’s is on its way', async () => {
  const { id: childId } = await addChild(anna, { name: 'Once' });
  const given = 'ae'.repeat(32);
  await givenTo(childId, given);
  const settle = (hash: string, height?: number) =>
    change((tx) => {
      const changed = [{ scriptHash: hash, history: [{ txid: TXID, height }] }];
      const payments = [{ txid: TXID, vout: 0, scriptHash: hash, amountSats: 700n }];
      return recordDeposits(booking(), tx, familyId, changed as never, payments);
    });
  const seen = async () => (await kinds(anna)).filter((kind) => kind === 'deposit_seen').length;
  const only = () => change(async (tx) => (await depositsAt(tx, familyId, [given]))[0]);
  await settle(OTHERS);
  expect([await seen(), await only()]).toEqual([0, undefined]);
  await settle(given);
  await settle(given);
  expect([await seen(), await only()]).toMatchObject([1, { childId, endedAt: null }]);
  const depositId = String((await only())?.paymentId);
  const onItsWay = () => change((tx) => arriving(tx, familyId, childId));
  const answer = (isPromised: boolean) =>
    change((tx) => {
      const said = { childId, isPromised, by: madeBy, now: app.clock.now };
      return answerDeposit(tx, familyId, depositId, said);
    });
  expect(await onItsWay()).toBe(700n);
  await answer(false);
  expect(await onItsWay()).toBe(700n);
  await answer(true);
  expect(await onItsWay()).toBe(0n);
  await answer(false);
  await settle(given, 100);
  expect([(await only())?.endedAt, await onItsWay()]).toEqual([app.clock.now, 0n]);
  expect((await getChild(anna, childId)).savingsBalance).toBe('0.00000700');
});

test('what arrives where only vault days pay is nobody’s deposit (T23)', async () => {
  const { id: childId } = await addChild(anna, { name: 'Vault' });
  const [own, forVault] = ['c1'.repeat(32), 'c2'.repeat(32)];
  const now = app.clock.now;
  await app.db.owner`
    INSERT INTO wallet (family_id, wallet_id, network, kind, script_type, configured_by,
      configured_at)
    VALUES (${familyId}, ${childId}, 'testnet', 'key', 'p2wpkh', ${madeBy}, ${now})`;
  for (const [index, hash] of [own, forVault].entries())
    await app.db.owner`
      INSERT INTO wallet_address (family_id, script_hash, address, branch, address_index, child_id,
        handed_out_at, for_vault)
      VALUES (${familyId}, ${hash}, 'tb1q', 'receive', ${index}, ${childId}, ${now},
        ${hash === forVault})`;
  const found = await change(async (tx) => {
    for (const scriptHash of [own, forVault]) {
      const txid = scriptHash;
      const changed = [{ scriptHash, history: [{ txid, height: 100 }] }];
      const payments = [{ txid, vout: 0, scriptHash, amountSats: 700n }];
      await recordDeposits(booking(), tx, familyId, changed as never, payments);
    }
    return depositsAt(tx, familyId, [own, forVault]);
  });
  expect(found.map(({ txid }) => txid)).toEqual([own]);
});

/** A child's deposit, in a block, confirmed by an adult. */
async function booked(childId: string, txid: string) {
  return change(async (tx) => {
    const at = { txid, vout: 0, scriptHash: txid, address: 'tb1q', height: 100, childId };
    const added = { ...at, amountSats: 700n };
    expect(await addDeposit(tx, familyId, added, app.clock.now)).toBe(true);
    expect(await addDeposit(tx, familyId, added, app.clock.now), 'known by now').toBe(false);
    const [row] = await depositsAt(tx, familyId, [txid]);
    const depositId = String(row?.paymentId);
    const answer = { childId, isPromised: false, by: madeBy, now: app.clock.now };
    await answerDeposit(tx, familyId, depositId, answer);
    const answered = await findDeposit(tx, familyId, depositId);
    if (answered) await bookOrTakeBack(booking(), tx, familyId, answered);
    return depositId;
  });
}
const lose = (depositId: string) =>
  change(async (tx) => {
    const row = await findDeposit(tx, familyId, depositId);
    if (!row) throw new Error('There is no deposit');
    await bookOrTakeBack(booking(), tx, familyId, { ...row, height: null, state: 'failed' });
    return (await findDeposit(tx, familyId, depositId))?.entryId;
  });

test('a deposit of a book that was closed meanwhile is not booked', async () => {
  const { id } = await addChild(anna, { name: 'Erased' });
  await app.db.owner`UPDATE child SET removed_at = ${app.clock.now} WHERE child_id = ${id}`;
  const depositId = await booked(id, 'af'.repeat(32));
  expect(await change((tx) => findDeposit(tx, familyId, depositId))).toMatchObject({
    ...{ entryId: null, answer: 'child' },
  });
});

test('a deposit that the chain loses leaves the book, but not a book that is closed: the adults hear which', async () => {
  const { id } = await addChild(anna, { name: 'Open' });
  const depositId = await booked(id, 'ac'.repeat(32));
  expect((await getChild(anna, id)).savingsBalance).toBe('0.00000700');
  const entry = await change((tx) => findDeposit(tx, familyId, depositId));
  const [{ by } = { by: '' }] = await app.db.owner<{ by: string }[]>`
    SELECT made_by AS by FROM entry WHERE entry_id = ${String(entry?.entryId)}`;
  expect(by, 'whoever said yes').toBe(madeBy);
  expect(await lose(depositId)).toBeNull();
  const marks = await app.db.owner<{ state: string }[]>`
    SELECT state FROM payment_event WHERE entry_id = ${String(entry?.entryId)} ORDER BY event_no`;
  expect(marks.map(({ state }) => state)).toEqual(['paid', 'cancelled']);
  expect((await getChild(anna, id)).savingsBalance).toBe('0.00000000');
  expect((await kinds(anna))[0]).toBe('deposit_taken_back');

  const gone = (await addChild(anna, { name: 'Closed' })).id;
  const stays = await booked(gone, 'ad'.repeat(32));
  // The money of a closed book is written off: only the mark preserves it.
  await app.db.owner`
    UPDATE account SET closed_sats = balance_sats
    WHERE child_id = ${gone} AND kind = 'savings'`;
  expect(await lose(stays)).not.toBeNull();
  expect((await kinds(anna))[0]).toBe('deposit_stuck');
  expect((await getChild(anna, gone)).savingsBalance).toBe('0.00000700');
});

test('an earlier address is watched for its year and on its own network, and forgotten with the year', async () => {
  const until = new Date(app.clock.now.getTime() + 365 * DAY_MS);
  await app.db.owner`DELETE FROM earlier_address`;
  await givenTo(null, OURS, until);
  const watched = (network: 'testnet' | 'regtest', ms: number) =>
    change(async (tx) => {
      const now = new Date(until.getTime() + ms);
      return (await earlierAddresses(tx, familyId, { network, now })).length;
    });
  expect([await watched('testnet', -1), await watched('testnet', 0)]).toEqual([1, 0]);
  expect(await watched('regtest', -1)).toBe(0);
  const kept = async (ms: number) => {
    await forgetEarlier(app.db.owner, new Date(until.getTime() + ms));
    return (await app.db.owner`SELECT FROM earlier_address`).length;
  };
  expect([await kept(-1), await kept(0)]).toEqual([1, 0]);
});
