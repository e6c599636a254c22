/**
 * Reads the text that a parent pastes as the family's Bitcoin wallet: an address, a payment URI, an
 * extended public key or a descriptor. Secrets are refused before anything else is examined.
 */
import type { Sats } from '../money.ts';
import { type Address, readAddress, type ScriptType } from './address.ts';
import { readDescriptor, readKeyWithOrigin } from './descriptor.ts';
import { type AccountKey, type ExtendedKey, isHardened, readExtendedKey } from './extended-key.ts';
import { BitcoinInputError } from './input-error.ts';
import { readPaymentUri } from './payment-uri.ts';
import { withoutSecrets } from './secrets.ts';

export type PublicWallet =
  /** Includes the amount of the payment link. */
  | { kind: 'address'; address: Address; amountSats?: Sats }
  | { kind: 'account-key'; accountKey: AccountKey }
  /** A bare xpub or tpub. Nothing is derived from it until a parent has chosen its script type. */
  | { kind: 'ambiguous'; key: ExtendedKey };

/** The longest descriptor with an origin has about 200 characters. */
const MAX_LENGTH = 1_000;

/** An address is two steps further down, and 255 is the maximum. */
const MAX_DEPTH = 253;

/** Throws a BitcoinInputError: with a SecretCode for anything that can spend money. */
export function readPublicWallet(pasted: string): PublicWallet {
  const text = withoutSecrets(pasted);
  if (pasted.length > MAX_LENGTH)
    throw new BitcoinInputError(
      'TOO_LONG',
      `Expected at most ${MAX_LENGTH} characters, got ${pasted.length}.`,
    );
  // Wallets group the characters of addresses, and mails wrap keys. None of them contains a space.
  const compact = text.replaceAll(/\s/g, '');
  if (compact === '') throw new BitcoinInputError('EMPTY', `Expected ${EXPECTED}.`);
  if (/^bitcoin:/i.test(compact)) {
    const { address, amountSats } = readPaymentUri(text.trim());
    return { kind: 'address', address, ...(amountSats !== undefined && { amountSats }) };
  }
  if (/[()]/.test(compact))
    return { kind: 'account-key', accountKey: requireDepth(readDescriptor(compact)) };
  if (compact.startsWith('[')) return readKey(readKeyWithOrigin(compact));
  if (/^[a-z]pub/i.test(compact)) return readKey(readExtendedKey(compact));
  if (/^((bc|tb|bcrt)1|[123mn])/i.test(compact))
    return { kind: 'address', address: readAddress(compact) };
  throw new BitcoinInputError(
    'UNKNOWN_FORMAT',
    `Expected ${EXPECTED}, got ${compact.length} characters that are none of them.`,
  );
}

const EXPECTED =
  'a Bitcoin address (bc1…, 1…, 3…), an extended public key (xpub…, ypub…, zpub…) or a descriptor ' +
  '(wpkh(xpub…/<0;1>/*))';

type Read = Omit<AccountKey, 'scriptType'> & { scriptType: ScriptType | undefined };

function readKey({ scriptType, ...read }: Read): PublicWallet {
  const { key } = read;
  // An account's key is hardened, in case a key below it leaks. The key of a single branch is not:
  // addresses derived from it as if it were an account's would be invisible to every wallet.
  if (key.depth > 0 && !isHardened(key))
    throw new BitcoinInputError(
      'NOT_AN_ACCOUNT_KEY',
      'Expected the key of an account, got one that stands below an account. ' +
        'Export the account’s key (xpub, ypub, zpub) or a descriptor.',
    );
  if (scriptType === undefined) return { kind: 'ambiguous', key: requireDepth({ key }).key };
  return { kind: 'account-key', accountKey: requireDepth({ ...read, scriptType }) };
}

function requireDepth<T extends { key: ExtendedKey }>(one: T): T {
  if (one.key.depth <= MAX_DEPTH) return one;
  throw new BitcoinInputError(
    'NOT_AN_ACCOUNT_KEY',
    `Expected a key at most ${MAX_DEPTH} steps below its master key, got ${one.key.depth}.`,
  );
}
