/**
 * Random account keys, and what two other implementations derive from them: @scure (bip32 and
 * btc-signer) and BDK, which is written in Rust on libsecp256k1.
 */
import { HDKey } from '@scure/bip32';
import { NETWORK, p2pkh, p2sh, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer';
import { type Network as BdkNetwork, Wallet } from 'bitcoindevkit';
import fc from 'fast-check';
import { SCRIPT_TYPES, type ScriptType } from '#core/bitcoin/address.ts';
import { type Branch, deriveAddresses } from '#core/bitcoin/derive.ts';
import { type ExtendedKey, readExtendedKey } from '#core/bitcoin/extended-key.ts';
import { type BitcoinNetwork, MAINNET, TEST_NETWORKS } from '#core/bitcoin/network.ts';

const XPUB = { private: 0x0488ade4, public: 0x0488b21e };
const TPUB = { private: 0x04358394, public: 0x043587cf };
const SCURE = {
  mainnet: NETWORK,
  testnet: TEST_NETWORK,
  signet: TEST_NETWORK,
  regtest: { ...TEST_NETWORK, bech32: 'bcrt' },
};
const BDK: Record<BitcoinNetwork, BdkNetwork> = {
  mainnet: 'bitcoin',
  testnet: 'testnet',
  signet: 'signet',
  regtest: 'regtest',
};
const DESCRIPTORS: Record<ScriptType, (key: string) => string> = {
  p2pkh: (key) => `pkh(${key})`,
  'p2sh-p2wpkh': (key) => `sh(wpkh(${key}))`,
  p2wpkh: (key) => `wpkh(${key})`,
  p2tr: (key) => `tr(${key})`,
};
const BRANCHES: Branch[] = ['receive', 'change'];
const COUNT = 2;

export type RandomKey = {
  text: string;
  key: ExtendedKey;
  network: BitcoinNetwork;
  /** The range of indexes to derive. */
  first: number;
  count: number;
};

export function randomKeys(count: number): RandomKey[] {
  const seed = fc.uint8Array({ minLength: 32, maxLength: 32 });
  const index = fc.oneof(fc.nat(100), fc.nat(2 ** 31 - 1 - COUNT));
  const network = fc.constantFrom<BitcoinNetwork>(...MAINNET, ...TEST_NETWORKS);
  return fc.sample(fc.tuple(seed, index, network), count).map(([bytes, first, on]) => {
    const versions = on === 'mainnet' ? XPUB : TPUB;
    const text = HDKey.fromMasterSeed(bytes, versions).derive("m/0'").publicExtendedKey;
    return { text, key: readExtendedKey(text).key, network: on, first, count: COUNT };
  });
}

type Derived = Record<ScriptType, Record<Branch, string[]>>;

export const byUs = ({ key, network, first, count }: RandomKey): Derived =>
  perType((scriptType, branch) =>
    deriveAddresses({ key, scriptType }, { network, branch, first, count }),
  );

export function byScure({ text, network, first, count }: RandomKey): Derived {
  const account = HDKey.fromExtendedKey(text, network === 'mainnet' ? XPUB : TPUB);
  const keys = BRANCHES.map((_, number) => {
    const parent = account.deriveChild(number);
    return indexes(first, count).map((index) => parent.deriveChild(index).publicKey as Uint8Array);
  });
  const params = SCURE[network];
  const addresses: Record<ScriptType, (key: Uint8Array) => string | undefined> = {
    p2pkh: (key) => p2pkh(key, params).address,
    'p2sh-p2wpkh': (key) => p2sh(p2wpkh(key, params), params).address,
    p2wpkh: (key) => p2wpkh(key, params).address,
    p2tr: (key) => p2tr(key.slice(1), undefined, params).address,
  };
  return perType((scriptType, branch) =>
    (keys[BRANCHES.indexOf(branch)] ?? []).map((key) => addresses[scriptType](key) as string),
  );
}

/**
 * BDK prepares 25 addresses of each wildcard descriptor, so here each address has its own
 * descriptor.
 */
export const byBdk = ({ text, network, first, count }: RandomKey): Derived =>
  Object.fromEntries(
    SCRIPT_TYPES.map((type) => {
      const found: Record<Branch, string[]> = { receive: [], change: [] };
      for (const index of indexes(first, count)) {
        const at = (branch: number) => DESCRIPTORS[type](`${text}/${branch}/${index}`);
        const wallet = Wallet.create(BDK[network], at(0), at(1));
        found.receive.push(wallet.peek_address('external', 0).address.toString());
        found.change.push(wallet.peek_address('internal', 0).address.toString());
        wallet.free();
      }
      return [type, found];
    }),
  ) as Derived;

const indexes = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => first + i);

const perType = (derive: (scriptType: ScriptType, branch: Branch) => string[]): Derived =>
  Object.fromEntries(
    SCRIPT_TYPES.map((type) => [
      type,
      { receive: derive(type, 'receive'), change: derive(type, 'change') },
    ]),
  ) as Derived;
