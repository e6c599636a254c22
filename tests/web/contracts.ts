/** For tests of screens: whether the server could send a faked reply. */
import * as v from 'valibot';
import { expect } from 'vitest';
import { type Contract, type Endpoint, pathParams } from '#contract/endpoint.ts';
import { type ErrorCode, STATUS } from '#contract/errors.ts';

const files = import.meta.glob<Record<string, unknown>>('/src/{features,screens}/**/contract.ts', {
  eager: true,
});

const isEndpoint = (one: unknown): one is Endpoint =>
  typeof one === 'object' && one !== null && 'path' in one && 'output' in one;

export const endpoints = Object.values(files)
  .flatMap((exported) => Object.values(exported))
  .flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  .filter(isEndpoint);

/** The fault in a reply; undefined if the server could send it. */
export function faultOf(
  call: string,
  [status, body]: readonly [status: number, body: unknown],
  own: readonly Contract[],
): string | undefined {
  const known = [...own.flatMap((one) => Object.values(one)), ...endpoints];
  const found = known
    .filter((one) => matches(one, call))
    .sort((a, b) => pathParams(a.path).length - pathParams(b.path).length)[0];
  if (!found) return `No contract names ${call}`;
  if (body === undefined || typeof body === 'string') return undefined;
  // /health answers 503 with a body that says what is wrong.
  const isReply = status < 300 || (status === 503 && found.path === '/health');
  const { issues, output } = v.safeParse(isReply ? found.output : refusals(status), body);
  if (issues) {
    const problems = issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.message}`);
    return `${status} from ${call}: ${problems.slice(0, 5).join('; ')}`;
  }
  try {
    expect(body).toEqual(output);
    return undefined;
  } catch (error) {
    return `${status} from ${call} has more than its contract names: ${(error as Error).message}`;
  }
}

function matches({ method, path }: Endpoint, call: string): boolean {
  const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+');
  return new RegExp(`^${method} ${pattern}$`).test(call);
}

const refusals = (status: number) =>
  v.strictObject({
    message: v.string(),
    code: v.picklist(
      (Object.keys(STATUS) as ErrorCode[]).filter((code) => STATUS[code] === status),
    ),
    reason: v.optional(v.string()),
    values: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
    field: v.optional(v.string()),
    id: v.optional(v.string()),
  });
