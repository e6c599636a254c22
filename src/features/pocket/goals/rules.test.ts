/** A goal's remaining need, its progress, when it is full, and valid pictures. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPictureAddress } from '#core/picture-address.ts';
import { byNearness, forecast, progressOf, readPicture, roomOf, stampsOf } from './rules.ts';

const amounts = (currentSats: bigint, targetSats: bigint) => ({ currentSats, targetSats });

test('progress is current by target, complete at 100 and never above (GOAL-16 GOAL-18 DASH-35)', () => {
  expect(progressOf(amounts(0n, 3n))).toBe(0);
  expect(progressOf(amounts(999n, 1000n))).toBe(99);
  expect(progressOf(amounts(1000n, 1000n))).toBe(100);
  expect(progressOf(amounts(1500n, 1000n))).toBe(100);
  expect([0n, 99n, 100n, 999n, 1000n].map((sats) => stampsOf(amounts(sats, 1000n)))).toEqual([
    0, 0, 1, 9, 10,
  ]);
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      (a, b) => {
        const percent = progressOf(amounts(a, b));
        expect(percent === 100).toBe(a >= b);
        expect(roomOf(amounts(a, b)) === 0n).toBe(a >= b);
      },
    ),
  );
});

test('the forecast is the week in which the current pace fills it; none without a pace', () => {
  expect(forecast(amounts(0n, 100n), 0n, '2026-11-21')).toBeUndefined();
  expect(forecast(amounts(100n, 100n), 10n, '2026-11-21')).toBeUndefined();
  expect(forecast(amounts(0n, 100n), 30n, '2026-11-21')).toBe('2026-12-19');
  expect(forecast(amounts(0n, 10n ** 12n), 1n, '2026-11-21')).toBeUndefined();
});

test('cards are sorted by nearness, what is bought comes last', () => {
  const goal = (id: string, current: bigint, target: bigint, bought = false) => ({
    id,
    bought,
    ...amounts(current, target),
  });
  const sorted = byNearness([
    goal('a', 1n, 4n),
    goal('b', 10n, 10n, true),
    goal('c', 1n, 2n),
    goal('d', 2n, 4n),
  ]);
  expect(sorted.map(({ id }) => id)).toEqual(['c', 'd', 'a', 'b']);
});

test('an address of a picture is plain public https (T49)', () => {
  const hostile = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'http://pictures.example/a.png',
    '//pictures.example/a.png',
    'https://user:pass@pictures.example/a.png',
    'https://127.0.0.1/a.png',
    'https://[::1]/a.png',
    'https://0x7f000001/a.png',
    'https://localhost/a.png',
    'https://printer.local/a.png',
    'https://pictures.example:8443/a.png',
    'https://pictures.example/"><script>',
    'blob:https://pictures.example/1',
    'https://pictures.example/a b.png',
    'file:///etc/passwd',
  ];
  for (const text of hostile) expect(isPictureAddress(text), text).toBe(false);
  expect(isPictureAddress('https://pictures.example.org/bikes/a.png?size=1')).toBe(true);
});

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part,
    ),
  );

test('only PNG, JPEG and WebP are pictures, recognized by their bytes (T49)', () => {
  const png = bytes(
    '\x89PNG\r\n\x1a\n',
    [0, 0, 0, 13],
    'IHDR',
    [0, 0, 2, 128, 0, 0, 1, 0],
    [8, 6, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0],
    'IEND',
    [0, 0, 0, 0],
  );
  expect(readPicture(png)).toEqual({ kind: 'image/png', width: 640, height: 256 });
  const jpeg = bytes([
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 1, 0, 2, 128, 3, 0, 0, 0, 0xff, 0xd9,
  ]);
  expect(readPicture(jpeg)).toEqual({ kind: 'image/jpeg', width: 640, height: 256 });
  const webp = bytes(
    'RIFF',
    [22, 0, 0, 0],
    'WEBPVP8 ',
    [10, 0, 0, 0],
    [0, 0, 0],
    '\x9d\x01\x2a',
    [128, 2, 0, 1],
  );
  expect(readPicture(webp)).toEqual({ kind: 'image/webp', width: 640, height: 256 });
  for (const other of [
    'GIF89a........',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '%PDF-1.7',
    '',
    'PK\x03\x04',
  ])
    expect(readPicture(bytes(other)), other).toBeUndefined();
  expect(readPicture(png.slice(0, 30))).toBeUndefined();
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (random) => void readPicture(random)));
});
