/**
 * One-dimensional PostgreSQL arrays. The driver would query these types on each new connection, and
 * that query crashes the program if the connection breaks before the answer.
 */

type Parse = (text: string) => unknown;

const asText: Parse = (text) => text;

/** By element type: the array's oid in pg_type, and a parser for an element. */
const ARRAYS: Record<string, readonly [oid: number, parse: Parse]> = {
  boolean: [1000, (text) => text === 't'],
  name: [1003, asText],
  smallint: [1005, Number],
  integer: [1007, Number],
  text: [1009, asText],
  varchar: [1015, asText],
  bigint: [1016, BigInt],
  date: [1182, asText],
  timestamptz: [1185, (text) => new Date(text)],
  numeric: [1231, asText],
  uuid: [2951, asText],
};

export const arrayTypes = Object.fromEntries(
  Object.entries(ARRAYS).map(([name, [oid, parse]]) => [
    `${name}s`,
    {
      to: oid,
      from: [oid],
      serialize: writeArray,
      parse: (text: string) => readArray(text, parse),
    },
  ]),
);

/** Text is an array that was already serialized. */
export function writeArray(values: unknown): unknown {
  if (!Array.isArray(values)) return values;
  return `{${values.map(writeElement).join(',')}}`;
}

function writeElement(value: unknown): string {
  if (value === null) return 'NULL';
  if (value === undefined) throw new TypeError('Expected no undefined value in an array');
  const text = value instanceof Date ? value.toISOString() : String(value);
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

const ELEMENT = /"((?:[^"\\]|\\.)*)"|([^{},"]+)/gs;

export function readArray(text: string, parse: Parse): unknown[] {
  return [...text.matchAll(ELEMENT)].map(([, quoted, plain]) => {
    if (quoted !== undefined) return parse(quoted.replaceAll(/\\(.)/gs, '$1'));
    return plain === 'NULL' ? null : parse(plain as string);
  });
}
