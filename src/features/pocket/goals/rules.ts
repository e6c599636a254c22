/** A goal's remaining need, progress and forecast, and valid picture files. Pure. */

import { addDays, type CivilDate } from '#core/calendar.ts';
import type { GoalDrawing } from '#core/goal-drawings.ts';
import type { Posting } from '#core/ledger.ts';
import type { Sats } from '#core/money.ts';
import type { Category } from './contract.ts';

export type Amounts = { readonly currentSats: Sats; readonly targetSats: Sats };

/** The amount left to the target. */
export const roomOf = ({ currentSats, targetSats }: Amounts): Sats =>
  currentSats < targetSats ? targetSats - currentSats : 0n;

/** Whole percent, rounded down to make 100 mean complete, at most 100. */
export function progressOf({ currentSats, targetSats }: Amounts): number {
  if (currentSats >= targetSats) return 100;
  const percent = (currentSats * 100n) / targetSats;
  return Number(percent);
}

/** The book's text for savings that move to a goal. */
export const toGoal = (title: string) => `to ${title}`;

/** From any account to one of a goal. */
export const intoGoal = (
  from: string,
  to: { accountId: string; goalId: string },
  sats: Sats,
): Posting[] => [
  { accountId: from, amountSats: -sats },
  { ...to, amountSats: sats },
];

export const STAMPS = 10;

/** Full stamps out of ten; each is a tenth of the goal. */
export const stampsOf = (amounts: Amounts): number => Math.floor(progressOf(amounts) / STAMPS);

const LONGEST_FORECAST_WEEKS = 520n;

/** The day it will be full at this weekly pace; undefined if never, or too far ahead. */
export function forecast(
  amounts: Amounts,
  weeklySats: Sats,
  today: CivilDate,
): CivilDate | undefined {
  const room = roomOf(amounts);
  if (room === 0n || weeklySats <= 0n) return undefined;
  const weeks = (room + weeklySats - 1n) / weeklySats;
  return weeks > LONGEST_FORECAST_WEEKS ? undefined : addDays(today, Number(weeks) * 7);
}

/** Sorts the closest to completion first, bought ones last; ties by age, older first. */
export function byNearness<T extends Amounts & { readonly bought: boolean; readonly id: string }>(
  goals: readonly T[],
): T[] {
  return goals.toSorted((a, b) => {
    if (a.bought !== b.bought) return a.bought ? 1 : -1;
    // a.current / a.target > b.current / b.target, without a division
    const [left, right] = [a.currentSats * b.targetSats, b.currentSats * a.targetSats];
    if (left !== right) return left > right ? -1 : 1;
    return a.id < b.id ? -1 : 1;
  });
}

export type Picture = {
  kind: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
};

/** Type and size from the first bytes; undefined unless PNG, JPEG or WebP. */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  return readPng(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);
}

const text = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));
const big = (bytes: Uint8Array, at: number, count: number) =>
  Array.from(bytes.subarray(at, at + count)).reduce((sum, byte) => sum * 256 + byte, 0);
const little = (bytes: Uint8Array, at: number, count: number) =>
  Array.from(bytes.subarray(at, at + count)).reduceRight((sum, byte) => sum * 256 + byte, 0);

function readPng(bytes: Uint8Array): Picture | undefined {
  if (text(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n' || text(bytes, 12, 16) !== 'IHDR') return undefined;
  if (text(bytes, bytes.length - 8, bytes.length - 4) !== 'IEND') return undefined;
  return { kind: 'image/png', width: big(bytes, 16, 4), height: big(bytes, 20, 4) };
}

/** Container (RFC 9649): VP8, VP8L or VP8X. Animations are refused. */
function readWebp(bytes: Uint8Array): Picture | undefined {
  if (text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 12) !== 'WEBP') return undefined;
  if (little(bytes, 4, 4) + 8 !== bytes.length) return undefined;
  const kind = 'image/webp';
  const chunk = text(bytes, 12, 16);
  if (chunk === 'VP8 ' && text(bytes, 23, 26) === '\x9d\x01\x2a')
    return { kind, width: little(bytes, 26, 2) & 0x3fff, height: little(bytes, 28, 2) & 0x3fff };
  if (chunk === 'VP8L' && bytes[20] === 0x2f) {
    const packed = little(bytes, 21, 4);
    return { kind, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (chunk === 'VP8X' && ((bytes[20] ?? 0) & 0x02) === 0)
    return { kind, width: little(bytes, 24, 3) + 1, height: little(bytes, 27, 3) + 1 };
  return undefined;
}

/** Walks the segments up to the frame header, which contains the size. */
function readJpeg(bytes: Uint8Array): Picture | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return undefined;
  if (bytes.at(-2) !== 0xff || bytes.at(-1) !== 0xd9) return undefined;
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame)
      return { kind: 'image/jpeg', height: big(bytes, at + 5, 2), width: big(bytes, at + 7, 2) };
    at += 2 + big(bytes, at + 2, 2);
  }
  return undefined;
}

const DRAWING_OF: Record<Category, GoalDrawing> = {
  vacation: 'trip',
  education: 'book',
  toy: 'bear',
  bike: 'bike',
  car: 'car',
  home: 'house',
  electronics: 'laptop',
  sports: 'ball',
  other: 'gift',
};

/** A goal's drawing if none was chosen. */
export const drawingOf = (category: Category): GoalDrawing => DRAWING_OF[category];
