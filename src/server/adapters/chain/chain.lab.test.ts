/** Both chain sources on the lab's real chain: they agree, and fail in the same words. */
import { HDKey } from '@scure/bip32';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { scriptHash } from '#core/bitcoin/address.ts';
import { GENESIS_BLOCKS } from '#core/bitcoin/network.ts';
import { REGTEST, scriptOfAddress } from '../../../../testkit/chain/addresses.ts';
import { press } from '../../../../testkit/control.ts';
import { electrumSource } from './electrum.ts';
import { esploraSource } from './esplora.ts';
import { type ChainSource, UNUSED } from './port.ts';

const lab = inject('lab');
const [host = '', port] = lab.electrum.split(':');
const trusted = { trusted: ['127.0.0.1'] };
const seed = crypto.getRandomValues(new Uint8Array(32));
const account = HDKey.fromMasterSeed(seed);
let used = 0;

/** A new address. */
function freshAddress(): { address: string; hash: string } {
  used += 1;
  const { publicKey } = account.deriveChild(used);
  const address = p2wpkh(publicKey as Uint8Array, REGTEST).address as string;
  return { address, hash: scriptHash(scriptOfAddress(address)) };
}

const openElectrum = () => electrumSource({ host, port: Number(port), tls: false }, trusted);
const SOURCES = {
  esplora: () => esploraSource(lab.esplora, trusted),
  electrum: openElectrum,
} as const;

describe.each(Object.keys(SOURCES) as (keyof typeof SOURCES)[])('%s', (service) => {
  let source: ChainSource;
  beforeEach(() => {
    source = SOURCES[service]();
  });
  afterEach(async () => {
    source.close();
    await press(lab, 'heal', { service });
  });

  test('WALL-CHAIN an unused script has no history; a paid one waits, then is confirmed', async () => {
    const { address, hash } = freshAddress();
    const other = freshAddress();
    expect(await source.scripts([hash, other.hash])).toEqual([UNUSED, UNUSED]);
    const sent = await press(lab, 'send', { payments: [{ address, sats: 12_345 }] });
    const txid = String(sent.txid);
    const [waiting, unused] = await source.scripts([hash, other.hash]);
    expect(unused).toEqual(UNUSED);
    expect(await source.history(hash)).toEqual([{ txid, height: undefined }]);
    expect(waiting).toMatchObject({ confirmedSats: 0n, waitingSats: 12_345n });
    const [spendable] = await source.unspent([hash]);
    expect(spendable).toMatchObject([{ txid, sats: 12_345n, height: undefined }]);
    const before = await source.tip();
    await press(lab, 'mine', {});
    const { height, id } = await source.tip();
    expect([height, id === before.id]).toEqual([before.height + 1, false]);
    const [confirmed] = await source.scripts([hash]);
    expect(await source.history(hash)).toEqual([{ txid, height }]);
    expect(confirmed?.status).not.toBe(waiting?.status);
    expect(confirmed).toMatchObject({ confirmedSats: 12_345n, waitingSats: 0n });
    const read = await source.transaction(txid);
    expect(read?.outputs.find((one) => one.scriptHash === hash)?.sats).toBe(12_345n);
    await press(lab, 'reorg', { forget: true });
    expect(await source.scripts([hash])).toEqual([UNUSED]);
    expect(await source.transaction(txid)).toBeUndefined();
  });

  test('WALL-CHAIN a source says by its first block which network it follows', async () => {
    expect(GENESIS_BLOCKS.regtest).toContain(await source.genesis());
  });

  test('WALL-CHAIN a script with more than one page of history is read whole', async () => {
    const { address, hash } = freshAddress();
    for (let sent = 0; sent < 30; sent += 1) {
      await press(lab, 'send', { payments: [{ address, sats: 1_000 + sent }] });
      await press(lab, 'mine', {});
    }
    const history = await source.history(hash);
    expect(new Set(history.map(({ txid }) => txid)).size).toBe(30);
    expect((await source.unspent([hash]))[0]).toHaveLength(30);
  });

  test('WALL-CHAIN a bad transaction is refused in the node’s words', async () => {
    const spend = new Transaction();
    const { address } = freshAddress();
    const witnessUtxo = { script: scriptOfAddress(address), amount: 50_000n };
    spend.addInput({ txid: 'ab'.repeat(32), index: 0, witnessUtxo });
    spend.addOutputAddress(address, 49_000n, REGTEST);
    spend.sign(account.deriveChild(used).privateKey as Uint8Array);
    spend.finalize();
    await expect(source.broadcast(spend.hex)).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringContaining('bad-txns-inputs-missingorspent'),
    });
  });

  test('WALL-CHAIN T22 garbage, a hang-up and a huge answer are errors with a code', async () => {
    const { hash } = freshAddress();
    for (const [fault, code] of [
      [{ kind: 'garbage' }, 'BAD_ANSWER'],
      [{ kind: 'hang-up' }, 'UNREACHABLE'],
      [{ kind: 'huge', bytes: 3_000_000 }, 'TOO_MUCH'],
      [{ kind: 'error' }, 'REFUSED'],
    ] as const) {
      source.close();
      source = SOURCES[service]();
      await press(lab, 'heal', { service });
      expect(await source.scripts([hash])).toHaveLength(1);
      await press(lab, 'fail', { service, fault });
      await expect(source.scripts([hash]), fault.kind).rejects.toMatchObject({ code });
    }
    await press(lab, 'heal', { service });
    expect(await source.scripts([hash])).toHaveLength(1);
  });
});
