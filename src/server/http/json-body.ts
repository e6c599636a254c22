/**
 * Parses the bodies of calls. Bodies nested too deeply are refused before any time is spent on
 * them.
 */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#contract/errors.ts';
import { because } from '#contract/reasons.ts';

/** No call takes a body of more than four levels. */
const DEEPEST = 8;

/**
 * Replaces the parser for `application/json`; the rest is parsed as Fastify does, without
 * `__proto__`.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (isDeeper(text, DEEPEST))
      done(new Refusal('VALIDATION_ERROR', because('EXPECTED_JSON')), undefined);
    else void parse(request, text, done);
  });
}

/** True if JSON nests deeper than `levels` (RFC 8259). Stops at the first level that does. */
export function isDeeper(json: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '"') at = endOfString(json, at);
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth > levels) return true;
  }
  return false;
}

/** @returns the index of the closing quote; the end of the text if there is none */
function endOfString(json: string, opening: number): number {
  let at = opening + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
