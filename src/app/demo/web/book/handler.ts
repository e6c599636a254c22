/** How one call of the demo is answered: like a handler of the server, on a book in memory. */
import type { Endpoint, Output, Parsed } from '#contract/endpoint.ts';
import type { Family } from './family.ts';

/** The input was checked against the contract of the call. */
export type Handler = (family: Family, input: unknown) => unknown;

export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`;

/** A changing handler may throw in the middle: it works on a copy of the book. */
export const on = <E extends Endpoint>(
  e: E,
  handle: (family: Family, input: Parsed<E>) => Output<E>,
): [string, Handler] => [nameOf(e), (family, input) => handle(family, input as Parsed<E>)];
