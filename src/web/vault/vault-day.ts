/**
 * The addresses of a vault day, checked against the family's own key before anybody pays them. The
 * worker gives out the address that it has derived and a link that it has made; whatever a reply
 * names beside them is shown nowhere. It signs nothing: the parent's own wallet does.
 */
import type { ScriptType } from '#core/bitcoin/address.ts';
import { paymentUri } from '#core/bitcoin/payment-uri.ts';
import { formatBtc, parseBtc } from '#core/money.ts';
import { deriveFrom } from './deriving.ts';
import type { Held } from './held.ts';

/** What a person has read of one child. The amount in BTC. */
export type ReadPart = { childId: string; childName: string; amount: string };

/** What the server says of one child's part. */
export type DayPart = ReadPart & {
  id: string;
  toAddress: string;
  /** Where the address stands on the key's receiving branch. */
  addressIndex: number | null;
  /** Its payment is still to be made. */
  isWaiting: boolean;
};

export type DayInput = {
  parts: readonly DayPart[];
  /** As it stood on the screen at the yes; undefined where that was on another page. */
  read: readonly ReadPart[] | undefined;
  scriptTypes: readonly ScriptType[];
};

export type CheckedPart = ReadPart & { id: string; address: string; uri: string };

/**
 * - `other-children`: it is not made of one part for each child that was read.
 * - `other-amount`: a child gets another amount than was read, or none.
 * - `not-yours`: the open key does not have this address at this place, or two parts share it.
 */
export type DayRefusal = 'other-children' | 'other-amount' | 'not-yours';
export type DayOutput = { checked: CheckedPart[] } | { refused: DayRefusal };

/** The server prepares no more than this; what stands behind it, no wallet may find. */
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

/** A key that does not say its script type may stand for each of them: all are the family's own. */
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
