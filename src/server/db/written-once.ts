/**
 * A statement that is put together once and sent many times. The driver puts a statement of many
 * parts together anew for every call: for the first screen's that is a seventh of its CPU time.
 */
import type { PendingQuery } from 'postgres';
import type { Sql, Tx } from './database.ts';

type Part = string | { readonly value: unknown };
class Fragment {
  readonly parts: readonly Part[];
  constructor(parts: readonly Part[]) {
    this.parts = parts;
  }
}
class Place {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * @param write the statement, with the driver's tag; `at(name)` stands for a value that is given
 *   with each call. Fragments may be nested; of the tag's other uses there are none here.
 * @returns what sends it: a prepared statement, as the tag would have sent it.
 */
export function writtenOnce<Row extends object, Values extends object>(
  write: (sql: Sql, at: (name: keyof Values & string) => never) => unknown,
): (tx: Tx, values: Values) => PendingQuery<Row[]> {
  const tag = (strings: TemplateStringsArray, ...values: unknown[]) =>
    new Fragment(
      strings.flatMap((text, i): Part[] => {
        if (i >= values.length) return [text];
        const value = values[i];
        return value instanceof Fragment ? [text, ...value.parts] : [text, { value }];
      }),
    );
  const at = (name: string) => new Place(name) as never;
  const { parts } = write(tag as unknown as Sql, at) as Fragment;
  const given: unknown[] = [];
  let text = '';
  for (const part of parts) text += typeof part === 'string' ? part : `$${given.push(part.value)}`;
  return (tx, values) =>
    tx.unsafe<Row[]>(
      text,
      given.map((one) => (one instanceof Place ? values[one.name as keyof Values] : one)) as never,
      { prepare: true },
    );
}
