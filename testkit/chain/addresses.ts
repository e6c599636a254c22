/** Regtest addresses, and Esplora's names for kinds of scripts. */
import { createHash } from 'node:crypto';
import { Address, OutScript } from '@scure/btc-signer';

/** The prefixes of Bitcoin Core's regtest (chainparams.cpp). */
export const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };

const coder = Address(REGTEST);

const KINDS: Record<string, string> = {
  pkh: 'p2pkh',
  sh: 'p2sh',
  wpkh: 'v0_p2wpkh',
  wsh: 'v0_p2wsh',
  tr: 'v1_p2tr',
  pk: 'p2pk',
  ms: 'multisig',
};

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The same hash with its bytes reversed: explorers and the wire disagree on the order. */
export const reversed = (hash: string): string =>
  Buffer.from(hash, 'hex').reverse().toString('hex');

export const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** SHA-256 of a script in hex, as Esplora's `/scripthash/` takes it (Electrum reverses it). */
export const scriptHash = (script: Uint8Array): string => hex(sha256(script));

/** @throws Error if the text is no regtest address */
export const scriptOfAddress = (address: string): Buffer =>
  Buffer.from(OutScript.encode(coder.decode(address)));

/** Esplora's name for a script's kind, and its address if it has one. */
export function describeScript(script: Uint8Array): { type: string; address?: string } {
  if (script[0] === 0x6a) return { type: 'op_return' };
  try {
    const out = OutScript.decode(script);
    const type = KINDS[out.type] ?? 'unknown';
    if (!['pkh', 'sh', 'wpkh', 'wsh', 'tr'].includes(out.type)) return { type };
    return { type, address: coder.encode(out as Parameters<typeof coder.encode>[0]) };
  } catch {
    return { type: 'unknown' };
  }
}
