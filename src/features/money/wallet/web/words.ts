/** Wording for the wallet's screens: networks, script types, times and errors. */

import { t } from '@lingui/core/macro';
import type { AddressType, ScriptType } from '#core/bitcoin/address.ts';
import type { BitcoinInputCode } from '#core/bitcoin/input-error.ts';
import type { BitcoinNetwork } from '#core/bitcoin/network.ts';
import { DAY, HOUR, MINUTE } from '#core/time.ts';
import type { LookupFailure } from '#features/money/wallet/watched/contract.ts';
import { localeTag } from '#web/messages/i18n.ts';

/** Names as wallets use them. */
export function scriptTypeName(type: ScriptType | AddressType): string {
  const names: Record<ScriptType | AddressType, string> = {
    p2pkh: t`Legacy`,
    'p2sh-p2wpkh': t`Nested SegWit`,
    p2wpkh: t`Native SegWit`,
    p2tr: t`Taproot`,
    p2sh: t`Pay to script`,
    p2wsh: t`SegWit script`,
  };
  return names[type];
}

export function networkName(network: BitcoinNetwork): string {
  const names: Record<BitcoinNetwork, string> = {
    mainnet: t`Bitcoin`,
    testnet: t`Bitcoin’s test network (testnet)`,
    signet: t`Bitcoin’s test network (signet)`,
    regtest: t`a private test network (regtest)`,
  };
  return names[network];
}

export const isTest = (network: BitcoinNetwork): boolean => network !== 'mainnet';

/** `2 minutes ago`, in the reader's language. */
export function agoText(moment: string, now = Date.now()): string {
  const passed = Math.max(0, now - Date.parse(moment));
  if (passed < MINUTE) return t`just now`;
  const ago = new Intl.RelativeTimeFormat(localeTag(), { numeric: 'auto' });
  if (passed < HOUR) return ago.format(-Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return ago.format(-Math.floor(passed / HOUR), 'hour');
  return ago.format(-Math.floor(passed / DAY), 'day');
}

/** Explains why a pasted text is not a wallet, and what to do. */
export function inputProblem(code: BitcoinInputCode | undefined, network: BitcoinNetwork): string {
  switch (code) {
    case 'TOO_LONG':
      return t`This is too long for an address or a key: at most 1,000 characters.`;
    case 'UNKNOWN_FORMAT':
      return isTest(network)
        ? t`This is neither an address nor an extended public key. On test networks addresses start with tb1, bcrt1, m, n or 2, and keys with tpub, upub or vpub.`
        : t`This is neither an address nor an extended public key. Addresses start with bc1, 1 or 3, and keys with xpub, ypub or zpub.`;
    case 'BAD_CHECKSUM':
      return t`A character is mistyped or missing: the checksum does not match. Please copy it again.`;
    case 'BAD_KEY':
      return t`This looks like a key, but it is not a valid one. Please export it again.`;
    case 'NOT_AN_ACCOUNT_KEY':
      return t`This key stands for only a part of an account. Please export the account’s key.`;
    case 'MULTISIG':
      return t`Several keys sign for this wallet. Only wallets with a single key can be read here.`;
    case 'BAD_ADDRESS':
      return t`Nobody can receive money at this address. Please copy it again.`;
    case 'LATER_ADDRESS':
      return t`This kind of address is too new for Satling. Use one that starts with bc1q or bc1p.`;
    case 'BAD_DESCRIPTOR':
      return t`This descriptor cannot be read. One with a single key looks like wpkh(xpub…/<0;1>/*).`;
    case 'BAD_PAYMENT_URI':
      return t`This payment link cannot be read. Please paste the address alone.`;
    case 'WRONG_NETWORK':
      return isTest(network)
        ? t`This belongs to another network. This server works with ${networkName(network)}, where money is for testing only. If yours holds real bitcoin, ask whoever runs this server.`
        : t`This belongs to a test network, and this server works with real bitcoin. Look for the wallet’s main account.`;
    default:
      return t`This could not be checked in your browser. Please try again.`;
  }
}

/** Explains why a look-up failed, and what helps. */
export function failureText(failure: LookupFailure): string {
  switch (failure) {
    case 'NO_SOURCE':
      return t`Nobody has chosen where to look yet.`;
    case 'UNREACHABLE':
      return t`The source didn’t answer. We’ll try again.`;
    case 'BAD_ANSWER':
      return t`The source answered with something else. Please check its address.`;
    case 'REFUSED':
      return t`The source refused to answer. Please check its address.`;
    case 'BUSY':
      return t`The source is busy. We’ll try again.`;
    case 'WRONG_NETWORK':
      return t`The source follows another network than this server.`;
    case 'TOO_LARGE':
      return t`This wallet has more addresses than can be looked up here. An account of its own for the children helps.`;
    case 'TOO_MUCH':
      return t`This source reports more than we can check. What you see is from the last complete look-up.`;
    case 'UNPREPARED':
      return t`All prepared addresses are in use, so the balance may be higher. Unlock the wallet: your browser then prepares more.`;
    case 'INTERNAL':
      return t`Something went wrong on this server. Please try again.`;
  }
}
