/** Converts text and bytes strictly: nothing is replaced, dropped or guessed. */

const encoder = new TextEncoder();
/** A byte order mark is part of the text: dropping it would change hashes and lengths. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const utf8Bytes = (text: string): Uint8Array => encoder.encode(text);

/** Undefined when the bytes are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

const HEX_32 = /^[0-9a-f]{64}$/;

/** 32 bytes as 64 lower-case hexadecimal digits: a hash, a key, an id. */
export const isHex32 = (text: string): boolean => HEX_32.test(text);

/** At most `max` characters of a stranger's text; an ellipsis marks the cut. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1)}…`;
