/** The unsigned transaction that spends coins of a single-key wallet. */
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { type ScriptType, scriptHash, scriptOf } from './address.ts';
import { BRANCH_NUMBER, type Branch, fingerprintOf, publicKeyAt } from './derive.ts';
import type { AccountKey } from './extended-key.ts';
import { type Derivation, type Field, inputField, outputField, writePsbt } from './psbt.ts';
import type { Coin, Paid } from './spend.ts';
import { readTransaction } from './transaction.ts';

/** The position of a key in the account. */
export type KeyPlace = { readonly branch: Branch; readonly addressIndex: number };

/** A coin with the whole transaction that created it, which proves its amount. */
export type OwnCoin = Coin & KeyPlace & { readonly raw: Uint8Array };

export type WalletSpend = {
  readonly coins: readonly OwnCoin[];
  readonly to: readonly Paid[];
  /** Undefined if there is no change. */
  readonly change: { readonly sats: bigint; readonly addressIndex: number } | undefined;
};

/** Lets the wallet raise the fee later (BIP125). */
const REPLACEABLE = 0xfffffffd;

/** @throws Error for a coin that isn't the wallet's, or doesn't hold the stated amount */
export function writeWalletPsbt(account: AccountKey, spend: WalletSpend): Uint8Array {
  const inputs = spend.coins.map((coin) => ({
    txid: coin.txid,
    vout: coin.vout,
    sequence: REPLACEABLE,
    fields: coinFields(account, coin),
  }));
  const paid = spend.to.map((one) => ({ ...one, fields: [] }));
  const back = spend.change && changeOutput(account, spend.change);
  // In BIP69's order: the position of an output must not reveal which one is the change.
  const outputs = [...paid, ...(back ? [back] : [])].toSorted((a, b) =>
    a.sats === b.sats
      ? compare(bytesToHex(a.script), bytesToHex(b.script))
      : a.sats < b.sats
        ? -1
        : 1,
  );
  return writePsbt(
    inputs.toSorted((a, b) => compare(a.txid, b.txid) || a.vout - b.vout),
    outputs,
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function coinFields(account: AccountKey, coin: OwnCoin): Field[] {
  const { scriptType } = account;
  const publicKey = publicKeyAt(account.key, coin.branch, coin.addressIndex);
  const script = scriptOf(scriptType, publicKey);
  requireHeld(coin, script);
  const from = derivationOf(account, coin);
  const spent = inputField.spent(coin.sats, script);
  const whole = inputField.transaction(coin.raw);
  const derived = inputField.derivation(publicKey, from);
  const x = publicKey.slice(1);
  const fields: Record<ScriptType, () => Field[]> = {
    p2pkh: () => [whole, derived],
    'p2sh-p2wpkh': () => [
      whole,
      spent,
      inputField.redeemScript(scriptOf('p2wpkh', publicKey)),
      derived,
    ],
    p2wpkh: () => [whole, spent, derived],
    p2tr: () => [spent, inputField.taprootDerivation(x, from), inputField.taprootKey(x)],
  };
  return fields[scriptType]();
}

/** A coin is proven only by the transaction that created it, not by a source's claim. */
function requireHeld({ txid, vout, sats, raw }: OwnCoin, script: Uint8Array): void {
  const made = readTransaction(raw);
  const output = made.outputs.find((one) => one.vout === vout);
  if (made.txid !== txid || output?.sats !== sats || output.scriptHash !== scriptHash(script))
    throw new Error(`The coin ${txid}:${vout} is not what the source says`);
}

function changeOutput(account: AccountKey, change: { sats: bigint; addressIndex: number }) {
  const place: KeyPlace = { branch: 'change', addressIndex: change.addressIndex };
  const publicKey = publicKeyAt(account.key, place.branch, place.addressIndex);
  const from = derivationOf(account, place);
  const x = publicKey.slice(1);
  const derived = outputField.derivation(publicKey, from);
  const fields: Record<ScriptType, () => Field[]> = {
    p2pkh: () => [derived],
    'p2sh-p2wpkh': () => [outputField.redeemScript(scriptOf('p2wpkh', publicKey)), derived],
    p2wpkh: () => [derived],
    p2tr: () => [outputField.taprootKey(x), outputField.taprootDerivation(x, from)],
  };
  const { scriptType } = account;
  return {
    sats: change.sats,
    script: scriptOf(scriptType, publicKey),
    fields: fields[scriptType](),
  };
}

/** From the master key if the wallet gave its origin, otherwise from the account's key. */
function derivationOf({ key, origin }: AccountKey, { branch, addressIndex }: KeyPlace): Derivation {
  const end = [BRANCH_NUMBER[branch], addressIndex];
  if (!origin) return { fingerprint: fingerprintOf(key), path: end };
  const steps = origin.path.split('/').slice(1).map(stepOf);
  return { fingerprint: hexToBytes(origin.fingerprint), path: [...steps, ...end] };
}

/** `84h` is 84 + 2 ** 31. */
const stepOf = (step: string): number =>
  Number.parseInt(step, 10) + (step.endsWith('h') ? 2 ** 31 : 0);
