/** Bitcoin's networks and what tells their addresses apart. */
import { BitcoinInputError } from './input-error.ts';

export type BitcoinNetwork = 'mainnet' | 'testnet' | 'signet' | 'regtest';

/** Keys and addresses of the test networks look alike, so a text can be good on several. */
export const MAINNET: readonly BitcoinNetwork[] = ['mainnet'];
export const TEST_NETWORKS: readonly BitcoinNetwork[] = ['testnet', 'signet', 'regtest'];

export type AddressFormat = {
  /** First byte of a base58 address that pays to a key's hash. */
  keyHashVersion: number;
  /** First byte of a base58 address that pays to a script's hash. */
  scriptHashVersion: number;
  /** What a bech32 address starts with, in front of the `1`. */
  bech32Prefix: string;
};

const TEST_BASE58 = { keyHashVersion: 0x6f, scriptHashVersion: 0xc4 };

export const ADDRESS_FORMATS: Readonly<Record<BitcoinNetwork, AddressFormat>> = {
  mainnet: { keyHashVersion: 0x00, scriptHashVersion: 0x05, bech32Prefix: 'bc' },
  testnet: { ...TEST_BASE58, bech32Prefix: 'tb' },
  signet: { ...TEST_BASE58, bech32Prefix: 'tb' },
  regtest: { ...TEST_BASE58, bech32Prefix: 'bcrt' },
};

/** Throws WRONG_NETWORK unless the key or address is good on this network. */
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
