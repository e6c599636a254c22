/** On-chain addresses in an invoice (BOLT 11, field `f`). */

import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import type { Network } from './bolt11-prefix.ts';
import { optionalBytesOf, type Words } from './bolt11-words.ts';

const base58check = createBase58check(sha256);

/** Version bytes of base58 addresses and the prefix of segwit ones; signet shares testnet's. */
const ADDRESSES: Record<Network, { p2pkh: number; p2sh: number; segwit: string }> = {
  bc: { p2pkh: 0x00, p2sh: 0x05, segwit: 'bc' },
  tb: { p2pkh: 0x6f, p2sh: 0xc4, segwit: 'tb' },
  tbs: { p2pkh: 0x6f, p2sh: 0xc4, segwit: 'tb' },
  bcrt: { p2pkh: 0x6f, p2sh: 0xc4, segwit: 'bcrt' },
};

/** Undefined for an unknown version or length: readers skip that field. */
export function fallbackAddress(words: Words, network: Network): string | undefined {
  const [version, ...rest] = words;
  const program = optionalBytesOf(rest);
  if (version === undefined || !program) return undefined;
  const { p2pkh, p2sh, segwit } = ADDRESSES[network];
  const size = program.length;
  if (version === 17 || version === 18)
    return size === 20
      ? base58check.encode(Uint8Array.of(version === 17 ? p2pkh : p2sh, ...program))
      : undefined;
  if (version === 0)
    return size === 20 || size === 32 ? bech32.encode(segwit, [...words]) : undefined;
  return version <= 16 && size >= 2 && size <= 40 ? bech32m.encode(segwit, [...words]) : undefined;
}
