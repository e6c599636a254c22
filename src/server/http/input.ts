/** Validates a caller's input and explains in a sentence what was expected. */

import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { reasonOf, type Sentence } from '#contract/checks.ts';
import { type Endpoint, pathParams, sendsBody } from '#contract/endpoint.ts';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';

/** @throws Refusal VALIDATION_ERROR, or NOT_FOUND for a malformed id in the path */
export function parse(e: Endpoint, request: FastifyRequest): unknown {
  const sent = sendsBody(e) ? (request.body ?? {}) : request.query;
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw new Refusal('VALIDATION_ERROR', because('EXPECTED_JSON'));
  // A field in both the body and the address would be ambiguous, so it is refused.
  const [unread] = sendsBody(e) ? Object.keys(request.query as object) : [];
  if (unread !== undefined)
    throw new Refusal('VALIDATION_ERROR', because('UNKNOWN_FIELD', { field: unread }), unread);
  const clash = pathParams(e.path).find((key) => Object.hasOwn(sent, key));
  if (clash)
    throw new Refusal('VALIDATION_ERROR', because('BELONGS_IN_PATH', { field: clash }), clash);
  const result = v.safeParse(
    e.input,
    { ...sent, ...(request.params as object) },
    { abortEarly: true },
  );
  if (result.success) return result.output;
  const [issue] = result.issues;
  const field = issue.path?.map(({ key }) => String(key)).join('.');
  // A malformed id in the path cannot name anything.
  if (field && pathParams(e.path).includes(field))
    throw new Refusal('NOT_FOUND', because('NOT_FOUND'), field);
  throw new Refusal('VALIDATION_ERROR', whyOf(issue, field ?? ''), field);
}

function whyOf({ type, expected, message }: v.BaseIssue<unknown>, field: string): Sentence {
  if (type === 'strict_object')
    return because(expected === 'never' ? 'UNKNOWN_FIELD' : 'MISSING', { field });
  return { english: message, ...(reasonOf(message) ?? because('INVALID_INPUT', { message })) };
}
