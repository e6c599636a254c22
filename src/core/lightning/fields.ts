/**
 * Reads JSON written by a stranger: checks the type and size of every field and names the bad one.
 * In optional fields null is treated as absent.
 */
import { LightningError, type LightningErrorCode } from './error.ts';
import { isHex32 } from './text.ts';

export type Fields = {
  /** @throws LightningError; its message is `what`, a space and `why`. */
  readonly fail: (why: string) => never;
  readonly at: (name: string) => unknown;
  readonly text: (name: string, maxChars: number) => string;
  readonly optionalText: (name: string, maxChars: number) => string | undefined;
  /** A whole number from 0 up. */
  readonly integer: (name: string) => number;
  readonly optionalInteger: (name: string) => number | undefined;
  /** Millisatoshis: a whole number from 0 up. */
  readonly msat: (name: string) => bigint;
  readonly optionalMsat: (name: string) => bigint | undefined;
  /** 64 hexadecimal digits, returned in lower case. */
  readonly hex32: (name: string) => string;
  readonly list: (name: string, maxItems: number) => readonly unknown[];
};

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws LightningError with `code` for text that is not JSON. */
export function parseJson(text: string, what: string, code: LightningErrorCode): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new LightningError(code, `${what} is not JSON`);
  }
}

/** `what` starts the messages: "The wallet's reply". @throws LightningError for a non-object */
export function readFields(value: unknown, what: string, code: LightningErrorCode): Fields {
  const fail = (why: string): never => {
    throw new LightningError(code, `${what} ${why}`);
  };
  if (!isObject(value)) return fail('is not a JSON object');
  const at = (name: string) => value[name] ?? undefined;
  const text = (name: string, maxChars: number): string => {
    const found = at(name);
    if (typeof found !== 'string') return fail(`has no text in "${name}"`);
    if (found.length > maxChars) fail(`has more than ${maxChars} characters in "${name}"`);
    return found;
  };
  const integer = (name: string): number => {
    const found = at(name);
    if (typeof found !== 'number' || !Number.isSafeInteger(found) || found < 0)
      return fail(`has no whole number from 0 up in "${name}"`);
    return found;
  };
  const list = (name: string, maxItems: number): readonly unknown[] => {
    const found = at(name);
    if (!Array.isArray(found)) return fail(`has no list in "${name}"`);
    if (found.length > maxItems) fail(`has more than ${maxItems} items in "${name}"`);
    return found;
  };
  const hex32 = (name: string): string => {
    const found = text(name, 64).toLowerCase();
    return isHex32(found) ? found : fail(`has no 64 hexadecimal digits in "${name}"`);
  };
  const optional =
    <Value>(read: (name: string) => Value) =>
    (name: string) =>
      at(name) === undefined ? undefined : read(name);
  const msat = (name: string) => BigInt(integer(name));
  return {
    fail,
    at,
    text,
    optionalText: (name, maxChars) => optional(() => text(name, maxChars))(name),
    integer,
    optionalInteger: optional(integer),
    msat,
    optionalMsat: optional(msat),
    hex32,
    list,
  };
}
