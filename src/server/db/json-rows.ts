/**
 * Decodes rows from a JSON column. Names become camelCase; `…Sats` becomes a bigint and `…At` a
 * Date. (A JSON number holds every amount exactly: 21 million bitcoin are 2.1e15 sats, below 2^53.)
 */

const camel = new Map<string, string>();

function camelName(column: string): string {
  const known = camel.get(column);
  if (known) return known;
  const name = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  camel.set(column, name);
  return name;
}

export function fromJsonRow<T>(row: Readonly<Record<string, unknown>>): T {
  const result: Record<string, unknown> = {};
  for (const column in row) {
    const value = row[column];
    if (value === null) result[camelName(column)] = null;
    else if (column.endsWith('_sats')) result[camelName(column)] = BigInt(value as number);
    else if (column.endsWith('_at')) result[camelName(column)] = new Date(value as string);
    else result[camelName(column)] = value;
  }
  return result as T;
}
