/**
 * A vault day is shown payable only as it was read, and at the family's own addresses. Each variant
 * is one changed reply.
 */
import { HDKey } from '@scure/bip32';
import { p2wpkh } from '@scure/btc-signer';
import { expect, test } from 'vitest';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { binding, passphrase } from '#tests/web/vault.ts';
import { sealSecrets } from './cipher.ts';
import type { DayInput, DayOutput, DayPart } from './vault-day.ts';
import { type OpenWallet, type VaultReply, type VaultRequest, vaultAnswerer } from './work.ts';

/** Derived by another library. */
const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
function newWallet(seed: number) {
  const account = (pub: number, prv: number) =>
    HDKey.fromMasterSeed(new Uint8Array(32).fill(seed), { public: pub, private: prv }).derive(
      "m/84'/1'/0'",
    );
  const tpub = account(0x043587cf, 0x04358394);
  return {
    vpub: account(0x045f1cf6, 0x045f18bc).publicExtendedKey,
    tpub: tpub.publicExtendedKey,
    address: (index: number, branch = 0) => {
      const { publicKey } = tpub.deriveChild(branch).deriveChild(index);
      return p2wpkh(publicKey as Uint8Array, REGTEST).address as string;
    },
  };
}
const wallet = newWallet(1);
const thiefs = newWallet(2);
const mia = { childId: 'mia', childName: 'Mia', amount: '0.00010000' };
const leo = { childId: 'leo', childName: 'Leo', amount: '0.00025000' };
const part = (one: typeof mia, addressIndex: number): DayPart => ({
  ...one,
  ...{ id: `part-${one.childId}`, toAddress: wallet.address(addressIndex), addressIndex },
  isWaiting: true,
});
const mias = part(mia, 4);
const leos = part(leo, 7);
const honest = { parts: [mias, leos], read: [mia, leo] };

async function unlocked(secrets: object, network: BitcoinNetwork = 'regtest') {
  const answer = vaultAnswerer();
  const ask = (request: Omit<VaultRequest, 'id'>) =>
    new Promise<VaultReply>((reply) => void answer({ id: 1, ...request } as VaultRequest, reply));
  const withToken = { ...secrets, refillToken: 'ab'.repeat(32) };
  const payload = await sealSecrets(withToken, passphrase, binding);
  const input = { payload, passphrase, binding, network } as const;
  const opened = (await ask({ vault: 'open', input })) as { output: { wallet: OpenWallet } };
  const { scriptTypes } = opened.output.wallet;
  return async (day: Omit<DayInput, 'scriptTypes'>): Promise<DayOutput | string> => {
    const reply = await ask({ vault: 'checkDay', input: { ...day, scriptTypes } });
    return 'output' in reply ? (reply.output as DayOutput) : reply.failed.code;
  };
}

const over = (change: Partial<DayPart>) => ({ parts: [{ ...mias, ...change }, leos] });
const at = (addressIndex: number | null, toAddress: string) => over({ addressIndex, toAddress });

/** A reply's changes, and why it is refused. */
const CHANGED: readonly [string, Partial<DayInput>, string][] = [
  ['a larger amount', over({ amount: '0.00050000' }), 'other-amount'],
  ['a smaller amount', over({ amount: '0.00009999' }), 'other-amount'],
  ['no amount', over({ amount: '' }), 'other-amount'],
  ['an amount below zero', over({ amount: '-0.00010000' }), 'other-amount'],
  ['an amount with a tail', over({ amount: '0.00010000&label=x' }), 'other-amount'],
  [
    'amounts that were exchanged',
    {
      parts: [
        { ...mias, amount: leo.amount },
        { ...leos, amount: mia.amount },
      ],
    },
    'other-amount',
  ],
  [
    'another split of the same sum',
    {
      parts: [
        { ...mias, amount: '0.00020000' },
        { ...leos, amount: '0.00015000' },
      ],
    },
    'other-amount',
  ],
  ['another child', over({ childId: 'zoe' }), 'other-children'],
  ['the name of another child', over({ childName: 'Leo' }), 'other-children'],
  ['one child twice', { parts: [mias, { ...mias, id: 'part-2' }] }, 'other-children'],
  ['one child left out', { parts: [mias] }, 'other-children'],
  ['one part more', { parts: [mias, leos, part({ ...mia, childId: 'zoe' }, 9)] }, 'other-children'],
  ['one child in two parts', { parts: [mias, leos, { ...mias, id: 'p' }] }, 'other-children'],
  ['no parts', { parts: [] }, 'other-children'],
  ['an address of somebody else', at(4, thiefs.address(4)), 'not-yours'],
  ['another address of the same key', at(4, wallet.address(5)), 'not-yours'],
  ['another index', at(5, wallet.address(4)), 'not-yours'],
  ['no index', at(null, wallet.address(4)), 'not-yours'],
  ['an index below zero', at(-1, wallet.address(4)), 'not-yours'],
  ['an index between two', at(4.5, wallet.address(4)), 'not-yours'],
  ['an index that no wallet looks at', at(2_000, wallet.address(2_000)), 'not-yours'],
  ['an address of the change branch', at(4, wallet.address(4, 1)), 'not-yours'],
  ['the other child’s address', at(7, wallet.address(7)), 'not-yours'],
  ['the address in capitals', at(4, wallet.address(4).toUpperCase()), 'not-yours'],
  ['a link in place of the address', at(4, `bitcoin:${wallet.address(4)}`), 'not-yours'],
  ['no address', at(4, ''), 'not-yours'],
  ['another network', at(4, wallet.address(4).replace(/^bcrt1/, 'tb1')), 'not-yours'],
];

test('a vault day that is not what was read is refused with a word of why; what was read is checked (T62)', async () => {
  const check = await unlocked({ walletXpub: wallet.vpub });
  const wrong: unknown[] = [];
  for (const [what, reply, refused] of CHANGED) {
    const said = await check({ ...honest, ...reply });
    if (JSON.stringify(said) !== JSON.stringify({ refused })) wrong.push([what, said]);
  }
  expect(wrong).toEqual([]);
  expect(await check(honest)).toEqual({
    checked: [
      {
        ...{ id: 'part-mia', ...mia, address: wallet.address(4) },
        uri: `bitcoin:${wallet.address(4)}?amount=0.00010000`,
      },
      {
        ...{ id: 'part-leo', ...leo, address: wallet.address(7) },
        uri: `bitcoin:${wallet.address(7)}?amount=0.00025000`,
      },
    ],
  });
});

test('on a page that did not begin it, the addresses are checked all the same, of what waits (T62)', async () => {
  const check = await unlocked({ walletXpub: wallet.vpub });
  const read = undefined;
  const foreign = { ...mias, toAddress: thiefs.address(4) };
  expect(await check({ parts: [foreign, leos], read })).toEqual({ refused: 'not-yours' });
  const nothing = { ...mias, amount: '0.00000000' };
  expect(await check({ parts: [nothing, leos], read })).toEqual({ refused: 'other-amount' });
  // Already paid parts are never shown as payable.
  const paid = { ...foreign, isWaiting: false };
  expect(await check({ parts: [paid, leos], read })).toMatchObject({ checked: [{ ...leo }] });
});

test('another network, another wallet and one without a key show nothing to be paid (T62)', async () => {
  expect(await (await unlocked({ walletXpub: wallet.vpub }, 'testnet'))(honest)).toEqual({
    refused: 'not-yours',
  });
  expect(await (await unlocked({ walletXpub: thiefs.vpub }))(honest)).toEqual({
    refused: 'not-yours',
  });
  const lightning = { nwcConnectionString: 'nostr+walletconnect://none' };
  for (const secrets of [{ walletAddress: wallet.address(4) }, lightning])
    expect(await (await unlocked(secrets))(honest)).toEqual({ refused: 'not-yours' });
  // A key without a stated script type is tried with each type.
  expect(await (await unlocked({ walletXpub: wallet.tpub }))(honest)).toHaveProperty('checked');
});

test('nothing is checked while the vault is locked (T62)', async () => {
  const answer = vaultAnswerer();
  const input = { ...honest, scriptTypes: ['p2wpkh'] as const };
  const reply = await new Promise<VaultReply>((resolve) => {
    void answer({ id: 1, vault: 'checkDay', input }, resolve);
  });
  expect(reply).toMatchObject({ failed: { code: 'CANNOT_OPEN' } });
});
