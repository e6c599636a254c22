/** Searches a key's addresses for one shown by its wallet, entirely in this browser. */
import type { AddressType, ScriptType } from '#core/bitcoin/address.ts';
import type { Branch } from '#core/bitcoin/derive.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { askWorker } from '#web/bitcoin/ask-worker.ts';
import type { KeyChoice } from '#web/bitcoin/wallet-text.ts';

/** Addresses per branch; no family's wallet uses more. */
const PER_BRANCH = 1_000;
export const SEARCHED = 2 * PER_BRANCH;

export type FoundAddress = { choice: KeyChoice; branch: Branch; index: number };

const TYPES: Partial<Record<AddressType, ScriptType>> = {
  p2pkh: 'p2pkh',
  p2sh: 'p2sh-p2wpkh',
  p2wpkh: 'p2wpkh',
  p2tr: 'p2tr',
};

interface Options {
  /** Called with the number of addresses searched so far. */
  onProgress: (done: number) => void;
  signal: AbortSignal;
}

/**
 * Finds the address's position in the key's wallet; undefined if it isn't among the first 2,000.
 * Rejects with a BitcoinInputError unless the text is an address of this network.
 */
export async function findAddress(
  choices: readonly KeyChoice[],
  text: string,
  network: BitcoinNetwork,
  { onProgress, signal }: Options,
): Promise<FoundAddress | undefined> {
  const wanted = await askWorker('read', { text, network }, { signal });
  if (wanted.kind !== 'address') return undefined;
  const choice = choices.find(({ scriptType }) => scriptType === TYPES[wanted.type]);
  if (!choice) return undefined;
  for (const [before, branch] of [
    [0, 'receive'],
    [PER_BRANCH, 'change'],
  ] as const) {
    const range = { network, branch, first: 0, count: PER_BRANCH };
    const addresses = await askWorker(
      'derive',
      { accountKey: choice.accountKey, range },
      { signal, onProgress: (done) => onProgress(before + done) },
    );
    const index = addresses.indexOf(wanted.address);
    if (index >= 0) return { choice, branch, index };
  }
  return undefined;
}
