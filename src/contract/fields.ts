/** Fields that several calls share: their shape, limits and messages. Pure. */

import * as v from 'valibot';
import { isCivilDate } from '#core/calendar.ts';
import { MAX_SATS, parseBtc, parseBtcNumber } from '#core/money.ts';
import { check } from './checks.ts';

export const INVALID_AMOUNT = check('INVALID_AMOUNT');

/** Bitcoin as text (`0.001`) or as a JSON number, at most 8 decimals; arrives as sats. */
export const btc = (message: string = INVALID_AMOUNT) =>
  v.pipe(
    v.union([v.pipe(v.string(), v.maxLength(20)), v.number()], message),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const sent = dataset.value;
      const sats = typeof sent === 'string' ? parseBtc(sent) : parseBtcNumber(sent);
      if (sats !== undefined) return sats;
      addIssue({ message });
      return NEVER;
    }),
  );

/** Like `btc`, but refuses zero too. */
export const btcAboveZero = (message: string = INVALID_AMOUNT) =>
  v.pipe(
    btc(message),
    v.check((sats) => sats > 0n, message),
  );

/** Whole sats as digits or as a JSON number, at most 21,000,000 BTC. */
export const wholeSats = (message: string) =>
  v.pipe(
    v.union(
      [
        v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,15})$/, message)),
        v.pipe(v.number(), v.safeInteger(message)),
      ],
      message,
    ),
    v.transform((sent) => BigInt(sent)),
    v.check((sats) => sats >= 0n && sats <= MAX_SATS, message),
  );

/** Bitcoin in a reply: text with exactly 8 decimals. */
export const btcText = v.pipe(v.string(), v.regex(/^-?\d+\.\d{8}$/));

/** Ids are UUIDs (version 7) in lower case. */
export const id = v.pipe(
  v.string('Expected an id'),
  v.regex(
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
    'Expected an id such as 0190c6e4-1a2b-7c3d-8e4f-0123456789ab',
  ),
);

/** An id, or null; a form field left blank sends an empty text, which is null too. */
export const blankOrId = v.union(
  [
    v.null(),
    v.pipe(
      v.literal(''),
      v.transform(() => null),
    ),
    id,
  ],
  'Expected an id, or nothing',
);

/**
 * Characters that forge lines or reverse the writing direction don't belong in a name or a mail.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A visible character: neither a space nor one that fonts draw as nothing (U+2800 is a blank
 * pattern).
 */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** One line of a person's own words: trimmed, without control characters, not invisible. */
export const line = (least: number, most: number, message?: string) =>
  v.pipe(
    v.string(message ?? check('EXPECTED_TEXT')),
    v.maxLength(most * 4, check('AT_MOST', { most })),
    v.transform((text) => text.replace(CONTROL, ' ').replaceAll(/\s+/g, ' ').trim()),
    v.minLength(least, message ?? check('AT_LEAST', { least })),
    v.maxLength(most, check('AT_MOST', { most })),
    v.check((text) => text === '' || VISIBLE.test(text), message ?? check('EXPECTED_VISIBLE')),
  );

export const EMAIL_INVALID = check('INVALID_EMAIL');

/** An e-mail address, lower case, at most 254 characters (RFC 5321 §4.5.3.1.3). */
export const email = (message: string = EMAIL_INVALID) =>
  v.pipe(
    v.string(message),
    v.maxLength(254, message),
    v.trim(),
    v.toLowerCase(),
    v.regex(
      /^[a-z0-9.!#$%&*+/=?^_{|}~'-]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/,
      message,
    ),
  );

export const whole = (least: number, most: number, message?: string) =>
  v.pipe(
    v.number(message ?? check('EXPECTED_WHOLE', { least, most })),
    v.integer(message ?? check('EXPECTED_WHOLE', { least, most })),
    v.minValue(least, message ?? check('EXPECTED_WHOLE', { least, most })),
    v.maxValue(most, message ?? check('EXPECTED_WHOLE', { least, most })),
  );

/** 0 Sunday to 6 Saturday. */
export const WEEKDAY_EXPECTED = check('EXPECTED_WEEKDAY');
export const weekday = v.picklist([0, 1, 2, 3, 4, 5, 6], WEEKDAY_EXPECTED);

/** A civil date in a reply, `2026-11-21`. */
export const date = v.pipe(
  v.string(check('EXPECTED_DATE')),
  v.check(isCivilDate, check('EXPECTED_DATE')),
);

/** The range of years for dates that people enter; date arithmetic still works on either side. */
const FIRST_DATE = '1900-01-01';
const LAST_DATE = '2199-12-31';

/** A civil date in an input. */
export const enteredDate = v.pipe(
  date,
  v.check((text) => text >= FIRST_DATE && text <= LAST_DATE, check('DATE_RANGE')),
);

/** A timestamp in a reply: ISO 8601 in UTC. */
export const moment = v.pipe(v.string(), v.isoTimestamp());

const VERSION = 'Expected a version';
/** The version of the vault that a browser has open. */
export const vaultVersion = v.pipe(
  v.number(VERSION),
  v.safeInteger(VERSION),
  v.minValue(0, VERSION),
);

export const nothing = v.strictObject({});
export const done = v.object({ success: v.literal(true) });
