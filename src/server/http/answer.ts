/** Serializes a reply as JSON or as a file. Only fields named in the contract leave the server. */
import * as v from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';

/** @throws ValiError if a value doesn't match the contract */
export function answer(e: Endpoint, output: unknown): string {
  const reply = v.parse(e.output, output);
  return e.file === undefined ? JSON.stringify(reply) : (reply as string);
}
