/** Fills a call's input into its address. Pure. */
import { type Endpoint, pathParams, sendsBody } from './endpoint.ts';

/** `/api/children/{id}/transactions` and `{id}` → `/api/children/0190…/transactions`. */
export function address(e: Pick<Endpoint, 'path' | 'method'>, input: object): string {
  const values = input as Record<string, unknown>;
  const inPath = pathParams(e.path);
  const path = e.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => encoded(values[key]));
  if (sendsBody(e)) return path;
  const query = Object.entries(values)
    .filter(([key, value]) => !inPath.includes(key) && value !== undefined)
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`);
  return query.length === 0 ? path : `${path}?${query.join('&')}`;
}

/** Half a surrogate pair, which encodeURIComponent refuses, becomes a replacement character. */
const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());
