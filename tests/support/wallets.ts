/** A family's wallets in tests: separate keys, as a wallet would export them. */

import { randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { p2wpkh } from '@scure/btc-signer';
import { GAP } from '#features/money/wallet/watched/rules.ts';
import { scriptHash } from '../../src/core/bitcoin/address.ts';
import { REGTEST, scriptOfAddress } from '../../testkit/chain/addresses.ts';
import { type LabInfo, press } from '../../testkit/control.ts';
import type { TestApp, Visitor } from './app.ts';

const TESTNET = { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

export type TestWallet = {
  /** `vpub…`: states that its addresses are p2wpkh. */
  vpub: string;
  /** `tpub…`: does not. */
  tpub: string;
  /** Its private half, which must never reach the server. */
  tprv: string;
  address: (index: number, branch?: 0 | 1) => string;
  hash: (index: number) => string;
  privateKey: (index: number, branch?: 0 | 1) => Uint8Array;
};

/** A new wallet's account key at m/84'/1'/0'. */
export function newWallet(network: 'testnet' | 'regtest' = 'testnet'): TestWallet {
  const seed = randomBytes(32);
  const versions = (pub: number, prv: number) => ({ public: pub, private: prv });
  const account = (prefix: { public: number; private: number }) =>
    HDKey.fromMasterSeed(seed, prefix).derive("m/84'/1'/0'");
  const vpub = account(versions(0x045f1cf6, 0x045f18bc));
  const tpub = account(versions(0x043587cf, 0x04358394));
  const key = (index: number, branch: 0 | 1) => tpub.deriveChild(branch).deriveChild(index);
  const params = network === 'regtest' ? REGTEST : TESTNET;
  const address = (index: number, branch: 0 | 1 = 0) =>
    p2wpkh(key(index, branch).publicKey as Uint8Array, params).address as string;
  return {
    vpub: vpub.publicExtendedKey,
    tpub: tpub.publicExtendedKey,
    tprv: tpub.privateExtendedKey,
    address,
    hash: (index) => scriptHash(scriptOfAddress(address(index))),
    privateKey: (index, branch = 0) => key(index, branch).privateKey as Uint8Array,
  };
}

/** Pays the last address before each gap limit, which makes the wallet's branches this long. */
export async function payAhead(
  lab: LabInfo,
  wallet: TestWallet,
  length: number,
  branches: readonly (0 | 1)[] = [0],
): Promise<void> {
  for (const branch of branches) {
    const payments = Array.from({ length: length / GAP - 1 }, (_, i) => ({
      address: wallet.address((i + 1) * GAP - 1, branch),
      sats: 1_000,
    }));
    await press(lab, 'send', { payments });
  }
}

/** A new parent whose family watches the wallet. */
export async function parentWith(
  app: TestApp,
  wallet: TestWallet,
  email: string,
): Promise<Visitor> {
  const anna = await app.signIn(email);
  await anna.send('POST', '/api/wallet/configure', { walletXpub: wallet.vpub });
  return anna;
}

/**
 * The kinds of this person's messages, without those on the test's own settings and the person's
 * identity.
 */
export const kinds = async (who: Visitor): Promise<string[]> =>
  ((await who.get('/api/messages')).body as { kind: string }[])
    .map(({ kind }) => kind)
    .filter((kind) => kind !== 'money_changed' && kind !== 'account_news');
