/** Sends a call of the contract like a browser. */

import { address } from '../../src/contract/address.ts';
import { type Endpoint, pathParams, sendsBody } from '../../src/contract/endpoint.ts';
import type { Reply, Visitor } from './app.ts';

export function send(
  visitor: Visitor,
  e: Endpoint,
  input: object,
  headers?: Record<string, string>,
): Promise<Reply> {
  const inPath = pathParams(e.path);
  const url = address(e, input);
  if (!sendsBody(e)) return visitor.get(url, headers);
  const body = Object.fromEntries(Object.entries(input).filter(([key]) => !inPath.includes(key)));
  return visitor.send(e.method as 'POST', url, body, headers);
}
