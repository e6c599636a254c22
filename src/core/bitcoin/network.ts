/** Bitcoin's networks and how to tell their addresses apart. */
import { BitcoinInputError } from './input-error.ts';

export type BitcoinNetwork = 'mainnet' | 'testnet' | 'signet' | 'regtest';

/** Keys and addresses of the test networks look alike, so a text can be valid on several. */
export const MAINNET: readonly BitcoinNetwork[] = ['mainnet'];
export const TEST_NETWORKS: readonly BitcoinNetwork[] = ['testnet', 'signet', 'regtest'];

export type AddressFormat = {
  /** First byte of a base58 address that pays to a key's hash. */
  keyHashVersion: number;
  /** First byte of a base58 address that pays to a script's hash. */
  scriptHashVersion: number;
  /** The part of a bech32 address before the `1`. */
  bech32Prefix: string;
};

const TEST_BASE58 = { keyHashVersion: 0x6f, scriptHashVersion: 0xc4 };

export const ADDRESS_FORMATS: Readonly<Record<BitcoinNetwork, AddressFormat>> = {
  mainnet: { keyHashVersion: 0x00, scriptHashVersion: 0x05, bech32Prefix: 'bc' },
  testnet: { ...TEST_BASE58, bech32Prefix: 'tb' },
  signet: { ...TEST_BASE58, bech32Prefix: 'tb' },
  regtest: { ...TEST_BASE58, bech32Prefix: 'bcrt' },
};

/**
 * The hash of each network's first block (Bitcoin Core, chainparams.cpp). Testnet has two: testnet3
 * and testnet4 share their addresses, so an explorer may follow either.
 */
export const GENESIS_BLOCKS: Readonly<Record<BitcoinNetwork, readonly string[]>> = {
  mainnet: ['000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'],
  testnet: [
    '000000000933ea01ad0ee984209779baaec3ced90fa3f408719526f8d77f4943',
    '00000000da84f2bafbbc53dee25a72ae507ff4914b867c565be350b0da8bf043',
  ],
  signet: ['00000008819873e925422c1ff0f99f7cc9bbb232af63a077a480a3633bee1ef6'],
  regtest: ['0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'],
};

/** Throws WRONG_NETWORK unless the key or address is valid on this network. */
export function requireNetwork(
  { networks }: { networks: readonly BitcoinNetwork[] },
  network: BitcoinNetwork,
): void {
  if (networks.includes(network)) return;
  throw new BitcoinInputError(
    'WRONG_NETWORK',
    `This belongs to ${networks.join(' or ')}, but this server uses ${network} (BITCOIN_NETWORK).`,
  );
}
