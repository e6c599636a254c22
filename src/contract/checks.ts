/**
 * The messages of the contracts' checks, by reason. Also loaded in the browser, where forms check
 * before they send.
 */

export const CHECKS = {
  EXPECTED_TEXT: 'Expected text',
  AT_LEAST: 'At least {least} characters',
  AT_MOST: 'At most {most} characters',
  EXPECTED_VISIBLE: 'Enter some text',
  EXPECTED_DATE: 'Expected a date such as 2026-11-21',
  DATE_RANGE: 'Expected a date from 1900 to 2199',
  EXPECTED_WEEKDAY: 'Expected a weekday from 0 (Sunday) to 6 (Saturday)',
  EXPECTED_WHOLE: 'Expected a whole number from {least} to {most}',
  INVALID_AMOUNT: 'Please enter a valid Bitcoin amount',
  INVALID_EMAIL: 'Please enter a valid email address',
  PERCENTAGE_REQUIRED: 'Percentage is required',
  PERCENTAGE_RANGE: 'Percentage must be between 0.1 and 100',
  PERCENTAGE_WHOLE: 'Percentage must be between 1 and 100',
  CONTRIBUTION_REASON_TOO_SHORT:
    'Please explain why you want to contribute (minimum 10 characters)',
  DENIAL_REASON_REQUIRED: 'Please provide a reason for denial',
  APPLY_TO_REQUIRED: 'Please select what to apply the allocation to',
  AT_MOST_REQUESTS: 'At most {most} requests',
  REQUEST_REQUIRED: 'Name at least one request',
  REASON_REQUIRED: 'Please tell your parent why you need this money',
  NOT_ENOUGH_SAVED: "You don't have enough in your savings account",
  CODE_REQUIRED: 'Enter the 8 digits from the mail',
  CLAIM_CODE_REQUIRED: 'Enter the code that this server shows when it starts',
  EXPECTED_LANGUAGE: 'Expected en, de or es',
  EXPECTED_AMOUNT_UNIT: 'Expected sats, btc or own',
  FIRST_NAME_REQUIRED: 'Please enter your first name',
  EXPECTED_GENDER: 'Expected boy or girl',
  EXPECTED_FACE: 'Choose one of the pictures',
  EXPECTED_COVER: 'Choose one of the colors',
  NAME_REQUIRED: 'Please enter a name for your child',
  INVALID_AGE: 'Please enter a valid age between 1 and 18',
  AT_MOST_CHILDREN: 'At most {most} children',
  AT_MOST_CHILDREN_AT_ONCE: 'At most {most} children at once',
  CHILD_REQUIRED: 'Choose at least one child',
  CHILD_NAMED_TWICE: 'Each child can be named once',
  EXPECTED_SHARE: 'Please enter a whole number from 0 to 100',
  SPOUSE_EMAIL_REQUIRED: "Please enter your spouse's email address",
  AMOUNT_REQUIRED: 'Amount is required',
  CATEGORY_REQUIRED: 'Category is required',
  DEFINITION_REQUIRED: 'Clear definition is required',
  CONTRIBUTION_TYPE_REQUIRED: 'Contribution type is required',
  PICTURE_WRONG: 'Expected a PNG, JPEG or WebP picture of at most 640 by 640 pixels',
  EXPECTED_HTTPS: 'Expected an address that starts with https://',
  TARGET_REQUIRED: 'Target amount is required',
  DATE_PAST: 'Target date cannot be earlier than today',
  TITLE_REQUIRED: 'Title is required',
  TITLE_TOO_LONG: 'Title too long',
  VALID_AMOUNT_REQUIRED: 'Please enter a valid amount',
  FILL_IN: 'Please fill in all fields',
  INVALID_CODE: 'Invalid or expired code',
  INVALID_TOKEN: 'Invalid or expired token',
} as const;

/** The names of the placeholders in a sentence: `At most {most} characters` has `most`. */
export type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;

export type Value = string | number | Sentence;

/** A sentence's values, as the last argument; omitted if it has no placeholders. */
export type ValuesFor<Text extends string> = [Places<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Places<Text>, Value>>];

/**
 * The reason for a refusal: a name, for programs and translations, and the values for its
 * placeholders.
 */
export interface Because {
  readonly reason: string;
  readonly values?: Readonly<Record<string, Value>> | undefined;
}

/** Includes the English wording. */
export interface Sentence extends Because {
  readonly english: string;
}

/**
 * Fills in a sentence's values; `nested` words a value that is itself a sentence. A value called
 * `sats` is an amount, so its digits are grouped as the language does.
 */
export function filled(
  text: string,
  values: Because['values'] = {},
  nested = (value: Sentence) => value.english,
  locale = 'en',
): string {
  return text.replace(/\{(\w+)\}/g, (_, place) => {
    const value = values[place] ?? '';
    if (typeof value === 'object') return nested(value);
    return place === 'sats' ? BigInt(value).toLocaleString(locale) : String(value);
  });
}

const said = new Map<string, Because>();

/**
 * The message of a check. Valibot carries a message as text alone, so its reason is stored
 * alongside. Call it where a contract is described, not where a request is answered.
 */
export const checkOf =
  <Table extends Readonly<Record<string, string>>>(table: Table) =>
  <Reason extends keyof Table & string>(
    reason: Reason,
    ...[values]: ValuesFor<Table[Reason]>
  ): string => {
    const text = filled(table[reason] as string, values);
    said.set(text, { reason, ...(values && { values }) });
    return text;
  };

export const check = checkOf(CHECKS);

/** The reason behind a check's message; undefined for any other text. */
export const reasonOf = (message: string): Because | undefined => said.get(message);
