/** Names of children's addresses, allowed amounts, and when to ask a wallet. */
import { expect, test } from 'vitest';
import { payRequestUrl } from '#core/lightning/lnurl.ts';
import {
  GIFT_NAME,
  INVOICES,
  metadataOf,
  NAME_LETTERS,
  namesChild,
  newName,
  nextGiftLook,
  readAmount,
} from './rules.ts';

const last = (below: number) => below - 1;

test('a name has ten random letters, without lookalikes', () => {
  expect(newName('', last)).toBe('9999999999');
  expect(newName('bike', () => 0)).toBe('bike-aaaaaaaaaa');
  expect(NAME_LETTERS).not.toMatch(/[ilo01]/);
  expect(new Set(NAME_LETTERS).size).toBe(31);
  for (const name of [newName('', last), newName('x'.repeat(20), last)]) {
    expect(name).toMatch(GIFT_NAME);
    expect(payRequestUrl(`${name}@book.satling.org`).href).toContain(`/lnurlp/${name}`);
  }
  for (const other of ['mia', '', '..', 'k7qhm2xwp', 'K7QHM2XWPA', 'a-b-k7qhm2xwpa', "k7qhm2xwp'"])
    expect(other, other).not.toMatch(GIFT_NAME);
});

test('no word before the letters names a child, and neither does what payers read', () => {
  const children = ['Mia', 'Jo', 'Zoë-Marie', '小明'];
  for (const word of ['mia', 'formia', 'zoe', 'mymarie', 'jo'])
    expect(namesChild(word, children), word).toBe(true);
  for (const word of ['', 'bike', 'joy', 'mi'])
    expect(namesChild(word, children), word).toBe(false);
  expect(JSON.parse(metadataOf('k7qhm2xwpa@book.satling.org'))).toEqual([
    ['text/plain', 'A gift for a savings book'],
    ['text/identifier', 'k7qhm2xwpa@book.satling.org'],
  ]);
});

test('whole sats from ten to ten million may be paid, and nothing else', () => {
  for (const wrong of ['', '0', '-1', '9000', '10001', '1e6', '0x2710', ' 10000', '10000001000'])
    expect(readAmount(wrong), wrong).toBeUndefined();
  expect(readAmount('10000')).toBe(10n);
  expect(readAmount('10000000000')).toBe(10_000_000n);
});

test('a wallet is asked about an unpaid invoice some ten times in its hour', () => {
  const made = new Date('2026-11-22T12:00:00Z');
  let now = made;
  let times = 0;
  while (now.getTime() - made.getTime() < 4_200_000) {
    const next = nextGiftLook(made, now);
    expect(next.getTime()).toBeGreaterThan(now.getTime());
    now = next;
    times += 1;
  }
  expect(times).toBeLessThan(22);
  expect(nextGiftLook(made, made).getTime() - made.getTime()).toBe(5_000);
});

test('after that hour it is asked every hour, and from a week on every day', () => {
  const made = new Date('2026-11-22T12:00:00Z');
  const HOUR = 3_600_000;
  const hoursAt = (hours: number) => {
    const now = new Date(made.getTime() + hours * HOUR);
    return (nextGiftLook(made, now).getTime() - now.getTime()) / HOUR;
  };
  expect([2, 100, 168 - 1, 168, 1_000].map(hoursAt)).toEqual([1, 1, 1, 24, 24]);
});

test('one network gets a third of the invoices that an address and a family have (T52)', () => {
  const { addressShare, ofAddress, familyShare, ofFamily, ofNetwork } = INVOICES;
  for (const [share, all] of [
    [addressShare, ofAddress],
    [familyShare, ofFamily],
  ] as const)
    expect(share).toEqual({ points: all.points / 3, seconds: all.seconds });
  expect([ofNetwork, ofAddress, ofFamily]).toEqual([
    { points: 20, seconds: 600 },
    { points: 24, seconds: 600 },
    { points: 60, seconds: 3_600 },
  ]);
});
