/** Sources that report too much, lie, or are slow: their cost, and the display. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readAddress, type ScriptType, scriptHash } from '#core/bitcoin/address.ts';
import { firstAddresses } from '#core/bitcoin/derive.ts';
import { readExtendedKey } from '#core/bitcoin/extended-key.ts';
import { openChainSource } from '#server/adapters/chain/remote.ts';
import { readChainServer } from '#server/adapters/chain/server.ts';
import { startApp, type TestApp, type Visitor } from '#tests/support/app.ts';
import { addChild } from '#tests/support/family.ts';
import {
  fakeHistory,
  NEVER,
  type Play,
  type ScriptedElectrum,
  startElectrum,
  USED,
} from '#tests/support/scripted-electrum.ts';
import { newWallet } from '#tests/support/wallets.ts';
import type { WalletInfo } from './watched/contract.ts';

const SUBSCRIBE = 'blockchain.scripthash.subscribe';
const HISTORY = 'blockchain.scripthash.get_history';
const BALANCE = 'blockchain.scripthash.get_balance';

let app: TestApp;
let source: ScriptedElectrum;
beforeAll(async () => {
  app = await startApp({ chain: { network: 'regtest', server: undefined, hosts: ['127.0.0.1'] } });
});
afterAll(() => app.close());
beforeEach(async () => {
  source = await startElectrum();
});
afterEach(() => source.close());

const info = async (who: Visitor) => (await who.get('/api/wallet/family-info')).body as WalletInfo;
const scan = (who: Visitor) => {
  app.clock.advance(60_000);
  return who.send('POST', '/api/wallet/scan-balance', {});
};
const stop = (who: Visitor) => who.send('DELETE', '/api/wallet/scan-balance');
/** On a busy machine a source may answer too late: a due look-up is then repeated. */
const ended = (who: Visitor, wanted: string) =>
  expect
    .poll(async () => {
      const state = (await info(who)).scan?.state;
      if (state === 'failed' && wanted === 'done') await scan(who);
      return state;
    })
    .toBe(wanted);

let families = 0;
type Home = Visitor & { wallet: ReturnType<typeof newWallet> };

/** A family using this source; its wallet hasn't been scanned. */
async function family(from = source, key: 'vpub' | 'tpub' = 'vpub'): Promise<Home> {
  families += 1;
  const wallet = newWallet('regtest');
  const anna = await app.signIn(`anna${families}@example.com`);
  await anna.send('PUT', '/api/wallet/source', { kind: 'electrum', url: from.url });
  await anna.send('POST', '/api/wallet/configure', { walletXpub: wallet[key] });
  return { ...anna, wallet };
}

/** Each script of the first 20 receiving ones is used, with this balance. */
const holding =
  (wallet: ReturnType<typeof newWallet>, confirmed: number): Play =>
  ({ method, params: [hash] }) => {
    const isOwn = Array.from({ length: 20 }, (_, at) => wallet.hash(at)).includes(String(hash));
    if (!isOwn) return undefined;
    if (method === SUBSCRIBE) return USED;
    if (method === HISTORY) return fakeHistory(4_990);
    return method === BALANCE ? { confirmed, unconfirmed: 0 } : undefined;
  };

test('of an address that nobody was given only use and balance are asked for, however many transactions it has (WALL-10 T54)', async () => {
  const anna = await family();
  source.play(holding(anna.wallet, 1_000));
  await ended(anna, 'done');
  await scan(anna);
  await ended(anna, 'done');
  expect(await info(anna)).toMatchObject({ balance: '0.00020000', addressCount: 20 });
  expect(source.asked.get(HISTORY)).toBeUndefined();
});

test('an xpub of which two script types were used has told none; one of which one was has (WALL-01)', async () => {
  const anna = await family(source, 'tpub');
  await ended(anna, 'done');
  const firstOf = firstAddresses(readExtendedKey(anna.wallet.tpub).key, 'regtest').map(
    ({ scriptType, address }) => [scriptType, scriptHash(readAddress(address).script)] as const,
  );
  const look = async (used: readonly ScriptType[]) => {
    const hashes = firstOf.flatMap(([type, hash]) => (used.includes(type) ? [hash] : []));
    source.play(({ method, params: [hash] }) =>
      method === SUBSCRIBE && hashes.includes(String(hash)) ? USED : undefined,
    );
    await scan(anna);
    await ended(anna, 'done');
    const { scriptType, state } = await info(anna);
    return [scriptType, state];
  };
  expect(await look(['p2pkh', 'p2wpkh'])).toEqual([null, 'check_address']);
  expect(await look(['p2wpkh'])).toEqual(['p2wpkh', 'connected']);
});

const padded = (id: number, bytes: number) => `{"id":${id},"result":null${' '.repeat(bytes)}}\n`;

test.each<[string, Play]>([
  [
    'a huge answer to each question',
    ({ id, method }) => (method === SUBSCRIBE ? padded(id, 1_000_000) : undefined),
  ],
  [
    'an answer beyond a line',
    ({ id, method }) => (method === SUBSCRIBE ? padded(id, 1_100_000) : undefined),
  ],
  [
    'events that nobody asked for',
    ({ id, method }) =>
      method === SUBSCRIBE
        ? `${'{"method":"x","params":[]}\n'.repeat(20_000)}{"id":${id},"result":null}\n`
        : undefined,
  ],
])(
  '%s: the source reports too much, what was known stays, and nobody is alarmed (T22 WALL-10)',
  async (_, play) => {
    const anna = await family();
    await ended(anna, 'done');
    const { id } = await addChild(anna);
    source.play(holding(anna.wallet, 1_000));
    await scan(anna);
    await ended(anna, 'done');
    await anna.send('POST', `/api/children/${id}/update-savings`, { newBalance: '0.0002' });
    const before = await info(anna);
    expect(before).toMatchObject({ state: 'connected', balance: '0.00020000' });
    source.play(play);
    await scan(anna);
    await ended(anna, 'failed');
    expect(await info(anna)).toMatchObject({
      ...{ state: 'not_checked', balance: '0.00020000', checkedAt: before.checkedAt },
      scan: { failure: 'TOO_MUCH' },
    });
    expect((await anna.get('/api/wallet/coverage')).body).toMatchObject({ state: 'covered' });
    const told = (await anna.get('/api/messages')).body as { kind: string }[];
    expect(told.filter(({ kind }) => kind === 'coverage_short')).toEqual([]);
  },
);

test('the history of an address that was handed out has an end too (T22 WALL-10)', async () => {
  const anna = await family();
  await ended(anna, 'done');
  const { id } = await addChild(anna);
  await anna.send('POST', `/api/wallet/create/${id}`);
  const given = anna.wallet.hash(1);
  const long: Play = ({ method, params: [hash] }) => {
    if (hash !== given) return undefined;
    if (method === SUBSCRIBE) return USED;
    return method === HISTORY ? fakeHistory(5_001) : undefined;
  };
  source.play(long);
  await scan(anna);
  await ended(anna, 'failed');
  expect((await info(anna)).scan).toMatchObject({ failure: 'TOO_MUCH' });
  expect(source.asked.get('blockchain.transaction.get')).toBeUndefined();
});

test.each([
  ['beyond a line', 1_100_000, 'TOO_MUCH'],
  ['of no meaning', 900_000, 'BAD_ANSWER'],
])('a single transaction %s ends the look-up (T22 WALL-10)', async (_, length, failure) => {
  const anna = await family();
  await ended(anna, 'done');
  const { id } = await addChild(anna);
  await anna.send('POST', `/api/wallet/create/${id}`);
  const given = anna.wallet.hash(1);
  source.play(({ method, params: [hash] }) => {
    if (method === 'blockchain.transaction.get') return '0'.repeat(length);
    if (hash !== given) return undefined;
    if (method === SUBSCRIBE) return USED;
    return method === HISTORY ? fakeHistory(1) : undefined;
  });
  await scan(anna);
  await ended(anna, 'failed');
  expect((await info(anna)).scan).toMatchObject({ failure });
  expect((await anna.get('/api/wallet/deposits')).body).toEqual([]);
});

test('what sources report for a family has an end for each look-up and each day; another family has its own (T54)', async () => {
  source.play(({ method }) => (method === HISTORY ? fakeHistory(5_000) : undefined));
  const server = readChainServer(source.url);
  if (!server) throw new Error('This is no address of a source');
  const open = (familyId: string) => openChainSource(server, { trusted: ['127.0.0.1'] }, familyId);
  const busy = open('busy');
  const ask = () => busy.history(USED);
  for (let lookUp = 0; lookUp < 19; lookUp += 1) {
    busy.countFor('busy');
    for (let asked = 0; asked < 2; asked += 1) expect(await ask()).toHaveLength(5_000);
  }
  await expect(ask()).rejects.toMatchObject({ code: 'TOO_MUCH' });
  // The excess counts too: one history is left of the day's 40.
  busy.countFor('busy');
  expect(await ask()).toHaveLength(5_000);
  await expect(ask()).rejects.toMatchObject({ code: 'TOO_MUCH' });
  busy.countFor('busy');
  await expect(busy.tip()).rejects.toMatchObject({ code: 'TOO_MUCH' });
  const other = open('other');
  expect(await other.history(USED)).toHaveLength(5_000);
  for (const one of [busy, other]) one.close();
});

test('sums beyond all bitcoin are no answer, and the wallet can still be read (T22)', async () => {
  const anna = await family();
  await ended(anna, 'done');
  for (const confirmed of [2_100_000_000_000_001, 2_100_000_000_000_000, -1]) {
    source.play(holding(anna.wallet, confirmed));
    await scan(anna);
    await ended(anna, 'failed');
    const { scan: found, balance } = await info(anna);
    expect([found?.failure, balance]).toEqual(['BAD_ANSWER', '0.00000000']);
  }
});

test('families whose sources are silent hold up no other family’s scan (T54)', async () => {
  const silent = await startElectrum(() => NEVER);
  const held = await Promise.all(Array.from({ length: 6 }, () => family(silent)));
  await expect.poll(() => silent.open()).toBe(6);
  const anna = await family();
  await ended(anna, 'done');
  // Not one of them was waited for.
  for (const one of held) expect((await info(one)).scan?.state).toBe('running');
  await silent.close();
});

test('stopping and scanning again and again holds one place: the next scan begins when the last has ended (T54)', async () => {
  const silent = await startElectrum(() => NEVER);
  const zoe = await family(silent);
  await expect.poll(() => silent.open()).toBe(1);
  for (let pressed = 0; pressed < 6; pressed += 1) {
    await stop(zoe);
    expect((await scan(zoe)).body).toMatchObject({ scan: { state: 'waiting' } });
    const anna = pressed % 3 === 0 ? await family() : undefined;
    if (anna) await ended(anna, 'done');
  }
  expect([silent.open(), silent.most()]).toEqual([1, 1]);
  silent.play(() => undefined);
  await stop(zoe);
  await scan(zoe);
  await ended(zoe, 'done');
  expect(silent.most()).toBe(1);
  await silent.close();
});

test('a scan that was lost with its server is run again (WALL-10)', async () => {
  const anna = await family();
  await ended(anna, 'done');
  const [{ familyId } = { familyId: '' }] = await app.db.owner<{ familyId: string }[]>`
    SELECT family_id FROM users WHERE email = ${`anna${families}@example.com`}`;
  await app.db.owner`
    UPDATE wallet_scan SET state = 'running', look_at = ${new Date(app.clock.now.getTime() + 1)}
    WHERE family_id = ${familyId}`;
  expect((await scan(anna)).body).toMatchObject({ scan: { state: 'running' } });
  await ended(anna, 'done');
});
