/**
 * Outputs of public calls that stay the same for many readers: checked against the contract,
 * written as text and compressed once, however many ask, and with an ETag.
 */
import type { Endpoint } from '#contract/endpoint.ts';
import { answer } from './answer.ts';
import { QUICK, type TextFile, textFile } from './text-file.ts';

/** By the object that a handler returns; forgotten with it. */
const files = new WeakMap<object, TextFile | undefined>();

/** Says that a handler will return this very object again, unchanged. */
export function lasting<O extends object>(output: O): O {
  files.set(output, undefined);
  return output;
}

/** How an output is sent that lasts; undefined for every other. */
export function lastingFile(e: Endpoint, output: unknown): TextFile | undefined {
  if (typeof output !== 'object' || output === null || !files.has(output)) return undefined;
  const file = files.get(output) ?? textFile(answer(e, output), JSON_TYPE, QUICK);
  files.set(output, file);
  return file;
}

export const JSON_TYPE = 'application/json; charset=utf-8';
