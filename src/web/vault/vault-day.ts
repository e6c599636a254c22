/**
 * The addresses of a vault day, checked against the family's own key before anyone pays them. The
 * worker returns the addresses it has derived and links it has made; nothing else from a reply is
 * shown. It signs nothing: the parent's own wallet does.
 */
import type { ScriptType } from '#core/bitcoin/address.ts';
import { paymentUri } from '#core/bitcoin/payment-uri.ts';
import { formatBtc, parseBtc } from '#core/money.ts';
import { deriveFrom } from './deriving.ts';
import type { Held } from './held.ts';

/** One child's part as shown to the person. The amount in BTC. */
export type ReadPart = { childId: string; childName: string; amount: string };

/** One child's part in the server's reply. */
export type DayPart = ReadPart & {
  id: string;
  toAddress: string;
  /** The index of the address on the key's receiving branch. */
  addressIndex: number | null;
  /** Its payment hasn't been made yet. */
  isWaiting: boolean;
};

export type DayInput = {
  parts: readonly DayPart[];
  /** As shown on the screen when it was approved; undefined if that was on another page. */
  read: readonly ReadPart[] | undefined;
  scriptTypes: readonly ScriptType[];
};

export type CheckedPart = ReadPart & { id: string; address: string; uri: string };

/**
 * - `other-children`: it doesn't consist of one part for each child that was read.
 * - `other-amount`: a child gets a different amount than was read, or none.
 * - `not-yours`: the open key doesn't have this address at this index, or two parts share it.
 */
export type DayRefusal = 'other-children' | 'other-amount' | 'not-yours';
export type DayOutput = { checked: CheckedPart[] } | { refused: DayRefusal };

/** The server prepares no more than this; a wallet might not find anything beyond. */
const MOST_INDEX = 2_000;

export function checkDay(held: Held, { parts, read, scriptTypes }: DayInput): DayOutput {
  const refused = read && differenceOf(parts, read);
  if (refused) return { refused };
  const checked: CheckedPart[] = [];
  for (const part of parts.filter(({ isWaiting }) => isWaiting)) {
    const { id, childId, childName, toAddress: address } = part;
    const sats = parseBtc(part.amount) ?? 0n;
    if (sats <= 0n) return { refused: 'other-amount' };
    const isShared = checked.some((one) => one.address === address);
    if (isShared || !isOwn(held, part, scriptTypes)) return { refused: 'not-yours' };
    const amount = formatBtc(sats);
    checked.push({ id, childId, childName, amount, address, uri: paymentUri(address, amount) });
  }
  return { checked };
}

function differenceOf(
  parts: readonly DayPart[],
  read: readonly ReadPart[],
): DayRefusal | undefined {
  const isOfAll =
    parts.length === read.length &&
    read.every(
      (one) =>
        parts.filter(
          ({ childId, childName }) => childId === one.childId && childName === one.childName,
        ).length === 1,
    );
  if (!isOfAll) return 'other-children';
  const amountOf = (childId: string) => read.find((one) => one.childId === childId)?.amount ?? '';
  const isSame = parts.every(({ childId, amount }) => isSameAmount(amount, amountOf(childId)));
  return isSame ? undefined : 'other-amount';
}

const isSameAmount = (one: string, other: string): boolean => {
  const sats = parseBtc(one);
  return sats !== undefined && sats === parseBtc(other);
};

/** A key without a script type fits each of them: all belong to the family. */
function isOwn(
  held: Held,
  { toAddress, addressIndex: first }: DayPart,
  scriptTypes: readonly ScriptType[],
): boolean {
  if (first === null || !Number.isInteger(first) || first < 0 || first >= MOST_INDEX) return false;
  const [receive, change] = [
    { first, count: 1 },
    { first: 0, count: 0 },
  ];
  return scriptTypes.some(
    (scriptType) => deriveFrom(held, { scriptType, receive, change }).receive[0] === toAddress,
  );
}
