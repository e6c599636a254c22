/** A vault day of an encrypted wallet: one at a time, as checked by the vault's worker. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ON_REGTEST, startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import { payoutsOf, saveAddresses, setPayoutPlan } from '#tests/support/payouts.ts';
import { newWallet } from '#tests/support/wallets.ts';
import { checkDay } from '../../../../web/vault/vault-day.ts';
import { recordSend } from '../sending/outcomes.ts';
import { findSend, setStanding } from '../sending/store.ts';
import { keepEarlier } from '../watched/earlier.ts';
import type { VaultDay } from './contract.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp(ON_REGTEST);
});
afterAll(() => app.close());

const base64 = (length: number) => Buffer.alloc(length, 1).toString('base64');

/** Two children's collected pay days, paid by an encrypted wallet, after `before`. */
async function newDay(name: string, before: (anna: Visitor) => Promise<unknown> = async () => {}) {
  const wallet = newWallet('regtest');
  const anna = await app.signIn(`${name}@example.com`);
  await anna.send('PATCH', '/api/family/settings', { timeZone: 'UTC' });
  const encryptedSecrets = { encryptedData: base64(60), iv: base64(12), salt: base64(16) };
  const made = { encryptedSecrets, hasWallet: true };
  await anna.send('POST', '/api/wallet/configure-encrypted', made);
  const child = { age: 11, allowanceDay: app.clock.now.getUTCDay() };
  const kids = [await addChild(anna, child), await addChild(anna, { ...child, name: 'Leo' })];
  const addresses = Array.from({ length: 40 }, (_, at) => wallet.address(at));
  await anna.send('POST', '/api/wallet/prepared-addresses', {
    ...{ version: 1, scriptType: 'p2wpkh', firstAddress: wallet.address(0) },
    ...{ receive: { first: 0, addresses }, change: { first: 0, addresses: [] } },
  });
  for (const { id } of kids) await setPayoutPlan(anna, id, 'vault');
  await anna.send('POST', '/api/process-allowances');
  const { collected } = (await anna.get('/api/vault-days')).body as {
    collected: { childId: string; childName: string; amount: string }[];
  };
  expect(collected).toHaveLength(2);
  await before(anna);
  const children = collected.map(({ childId, amount }) => ({ childId, seenAmount: amount }));
  const begun = await anna.send('POST', '/api/vault-days', { children });
  expect([begun.status, begun.text]).toEqual([200, expect.any(String)]);
  return { wallet, anna, kids, collected, day: begun.body as VaultDay };
}

test('what the server names of a vault day is what the open key has there, and no other key (T62)', async () => {
  const { wallet, collected, day: made } = await newDay('anna-checked');
  const parts = made.parts.map((part) => ({ ...part, isWaiting: true }));
  const day = { parts, read: collected, scriptTypes: ['p2wpkh'] as const };
  const held = (walletXpub: string) => ({ secrets: { walletXpub }, network: 'regtest' }) as const;
  expect(checkDay(held(newWallet('regtest').vpub), day)).toEqual({ refused: 'not-yours' });
  const moved = parts.map((part) => ({ ...part, addressIndex: (part.addressIndex ?? 0) + 1 }));
  expect(checkDay(held(wallet.vpub), { ...day, parts: moved })).toEqual({ refused: 'not-yours' });
  expect(checkDay(held(wallet.vpub), day)).toEqual({
    checked: parts.map(({ id, childId, childName, amount, toAddress: address, uri }) => ({
      ...{ id, childId, childName, amount, address, uri },
    })),
  });
});

const waitsForFee = async (who: Visitor) =>
  ((await who.get('/api/vault-days')).body as { waitsForFee: boolean }).waitsForFee;

test('a vault day ends the wait for a low fee; given up, it gives back only what no payment pays (T23)', async () => {
  const { anna, kids, day } = await newDay('anna-part', async (who) => {
    const waits = await who.send('PUT', '/api/vault-days/wait', { waits: true });
    expect([waits.status, waits.text]).toEqual([200, expect.any(String)]);
    expect(await waitsForFee(who)).toBe(true);
  });
  expect(await waitsForFee(anna)).toBe(false);
  const [row] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM child WHERE child_id = ${kids[0]?.id ?? ''}`;
  const familyId = String(row?.familyId);
  const paid = day.parts.find(({ childId }) => childId === kids[1]?.id);
  const seen = { state: 'open', failure: null, txid: 'ab'.repeat(32), vout: 0 } as const;
  await app.db.changeFamily(familyId, (tx) =>
    setStanding(tx, familyId, String(paid?.id), seen, app.clock.now),
  );
  expect((await anna.send('DELETE', `/api/vault-days/${day.id}`)).status).toBe(200);
  const states = (await payoutsOf(anna)).map(({ childId, state }) => [childId, state]);
  expect(new Map(states as [string, string][])).toEqual(
    new Map([
      [kids[0]?.id, 'due'],
      [kids[1]?.id, 'checking'],
    ]),
  );
  // A chain look-up started before the day was given up finds a payment only now.
  const given = String(day.parts.find(({ childId }) => childId === kids[0]?.id)?.id);
  await app.db.changeFamily(familyId, async (tx) => {
    const { amountSats = 0n } = (await findSend(tx, familyId, given)) ?? {};
    const booking = { jobs: app.services.jobs, clock: () => app.clock.now, hooks: [] };
    const output = { txid: 'ef'.repeat(32), vout: 0, amountSats, height: null };
    await recordSend(booking, tx, familyId, given, [output]);
  });
  const name = () =>
    anna.send('POST', `/api/vault-days/${day.id}/transaction`, { transactionId: 'cd'.repeat(32) });
  const { parts } = (await name()).body as VaultDay;
  expect(new Set(parts.map(({ state, notice }) => `${state} ${notice}`)), 'given up').toEqual(
    new Set(['cancelled null', 'seen null']),
  );
  const gone = { state: 'declined', failure: null, txid: null, vout: null } as const;
  await app.db.changeFamily(familyId, async (tx) => {
    await setStanding(tx, familyId, String(paid?.id), gone, app.clock.now);
    await keepEarlier(tx, familyId, app.clock.now);
    // Only vault days pay the addresses they gave out: no deposits there.
    const kept = await tx`SELECT FROM earlier_address WHERE family_id = ${familyId}`;
    expect(kept).toHaveLength(0);
  });
  const refused = await name();
  expect([refused.status, (refused.body as { reason: string }).reason]).toEqual([
    ...[409, 'SEND_CANCELLED'],
  ]);
});

test('while one vault day waits no other begins, whichever child it is for; then one may (T23)', async () => {
  const { anna, day } = await newDay('anna-second');
  const { id: ben } = await addChild(anna, {
    ...{ name: 'Ben', age: 11, allowanceDay: app.clock.now.getUTCDay() },
  });
  await setPayoutPlan(anna, ben, 'vault');
  await anna.send('POST', '/api/process-allowances');
  const begin = async () => {
    const children = [{ childId: ben, seenAmount: '0.0001' }];
    const { status, body } = await anna.send('POST', '/api/vault-days', { children });
    return [status, (body as { reason?: string }).reason];
  };
  expect(await begin()).toEqual([409, 'VAULT_DAY_WAITS']);
  const { days } = (await anna.get('/api/vault-days')).body as { days: VaultDay[] };
  expect(days.map(({ id }) => id)).toEqual([day.id]);
  expect((await anna.send('DELETE', `/api/vault-days/${day.id}`)).status).toBe(200);
  expect(await begin()).toEqual([200, undefined]);
});

test('a vault day takes what is collected for it, and leaves what is to be paid over Lightning (T23)', async () => {
  const { anna, kids } = await newDay('anna-mixed', async (who) => {
    const children = (await who.get('/api/children')).body as { id: string; name: string }[];
    const idOf = (wanted: string) => children.find(({ name }) => name === wanted)?.id ?? '';
    const address = 'leo@example.com';
    await saveAddresses(who, { [idOf('Leo')]: address });
    await setPayoutPlan(who, idOf('Mia'), 'book');
    await setPayoutPlan(who, idOf('Leo'), 'lightning', address);
    app.clock.advance(7 * 86_400_000);
    await who.send('POST', '/api/process-allowances');
  });
  const rows = (await payoutsOf(anna)).filter(({ childId }) => childId === kids[1]?.id);
  expect(rows.map(({ plan, state }) => `${plan} ${state}`).sort()).toEqual([
    'lightning due',
    'vault checking',
  ]);
});

test('what a child had collected goes with its closed book, and comes back with it (T23)', async () => {
  const { anna, kids, day } = await newDay('anna-closed');
  expect((await anna.send('DELETE', `/api/vault-days/${day.id}`)).status).toBe(200);
  const [mia = '', leo = ''] = kids.map(({ id }) => id);
  const collected = async () =>
    (
      (await anna.get('/api/vault-days')).body as { collected: { childId: string }[] }
    ).collected.map(({ childId }) => childId);
  expect((await anna.send('DELETE', `/api/children/${mia}`)).status).toBe(200);
  expect(await collected()).toEqual([leo]);
  expect((await anna.send('POST', `/api/children/${mia}/restore`)).status).toBe(200);
  expect((await collected()).sort()).toEqual([mia, leo].sort());
});
