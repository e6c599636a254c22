/**
 * Outputs of public calls that stay the same for many readers: validated, serialized and compressed
 * once, for any number of readers, and sent with an ETag.
 */
import type { Endpoint } from '#contract/endpoint.ts';
import { answer } from './answer.ts';
import { QUICK, type TextFile, textFile } from './text-file.ts';

/** Keyed by the object that a handler returns, and dropped with it. */
const files = new WeakMap<object, TextFile | undefined>();

/** Declares that a handler will return this same object again, unchanged. */
export function lasting<O extends object>(output: O): O {
  files.set(output, undefined);
  return output;
}

/** The file for an output marked `lasting`; undefined for any other. */
export function lastingFile(e: Endpoint, output: unknown): TextFile | undefined {
  if (typeof output !== 'object' || output === null || !files.has(output)) return undefined;
  const file = files.get(output) ?? textFile(answer(e, output), JSON_TYPE, QUICK);
  files.set(output, file);
  return file;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
