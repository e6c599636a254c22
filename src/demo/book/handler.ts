/** How one call of the demo is answered: like a handler of the server, on a book in memory. */
import * as v from 'valibot';
import { reasonOf } from '#contract/checks.ts';
import { type Endpoint, nameOf, type Output, type Parsed } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import type { Family } from './family.ts';

/** @throws Refusal, as the server does, if the input doesn't match the contract */
export type Handler = (family: Family, input: unknown) => unknown;

/** A changing handler may throw in the middle, so it works on a copy of the book. */
export const on = <E extends Endpoint>(
  e: E,
  handle: (family: Family, input: Parsed<E>) => Output<E>,
): [string, Handler] => [nameOf(e), (family, input) => handle(family, checked(e, input))];

function checked<E extends Endpoint>({ input: schema }: E, input: unknown): Parsed<E> {
  const result = v.safeParse(schema, input);
  if (result.success) return result.output as Parsed<E>;
  const [issue] = result.issues;
  const field = issue.path?.[0]?.key;
  const { message } = issue;
  const why = { english: message, reason: 'INVALID_INPUT', ...reasonOf(message) };
  throw new Refusal('VALIDATION_ERROR', why, field === undefined ? field : String(field));
}
