/** What a family's wallet payload holds once it is open. Pure. */
import { VaultError } from './error.ts';

/** VAULT-15. At least one of them; both are public, and neither can spend. */
export type WalletSecrets = { walletAddress?: string; walletXpub?: string };

/** The longest thing that a wallet exports is a descriptor with an origin: about 200 characters. */
const MOST_CHARS = 1_000;

/**
 * Reads the opened text. Whatever else stands in it is left out.
 * @throws VaultError DAMAGED where there is neither an address nor a key
 */
export function readSecrets(text: string): WalletSecrets {
  const { walletAddress, walletXpub } = parsed(text);
  const address = textOf(walletAddress);
  const xpub = textOf(walletXpub);
  if (address === undefined && xpub === undefined)
    throw new VaultError('DAMAGED', 'Expected a walletAddress or a walletXpub');
  return {
    ...(address !== undefined && { walletAddress: address }),
    ...(xpub !== undefined && { walletXpub: xpub }),
  };
}

export const writeSecrets = ({ walletAddress, walletXpub }: WalletSecrets): string =>
  JSON.stringify({ walletAddress, walletXpub });

function parsed(text: string): { readonly [Name in keyof WalletSecrets]: unknown } {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found === 'object' && found !== null) return found;
  } catch {
    // Refused below, like any other text that is no object.
  }
  throw new VaultError('DAMAGED', 'Expected a JSON object');
}

const textOf = (value: unknown) =>
  typeof value === 'string' && value !== '' && value.length <= MOST_CHARS ? value : undefined;
