/** The longest, smallest and largest values of fields; each field gets those it accepts. */
import * as v from 'valibot';
import type { Endpoint } from '../../src/contract/endpoint.ts';

/** Lengths that fields are limited to, longest first. */
const LENGTHS = [
  20_000, 4_000, 2_000, 1_000, 600, 500, 300, 254, 200, 160, 140, 120, 100, 80, 64, 60, 50, 40, 32,
  30, 20, 12, 10, 8, 6, 4, 3, 2, 1,
];

/** 254 characters is the maximum; at 240 counters' keys were once cut off. */
const email = (length: number) => {
  const domain = `${Array.from({ length: 3 }, () => 'd'.repeat(61)).join('.')}.example`;
  return `${'a'.repeat(length - domain.length - 1)}@${domain}`;
};

const values: unknown[] = [
  ...[0, 1, 6, 100, 0.1, 99.9, 200, -1, 36, 20999999.9, 2_100_000_000_000_000],
  ...['0', '1', '6', '100', '0.1', '0.00000001', '21000000', '20999999.99999999', '.5', '-1'],
  ...['2100000000000000', '00000000', '99999999', '0000', '9999', '99999999'],
  ...['0001-01-01', '1900-01-01', '1970-01-01', '2199-12-31', '9999-12-31'],
  ...['2000-01', '2099-12', '0001-01', '9999-12', 'Pacific/Kiritimati', 'Pacific/Niue', 'UTC'],
  ...['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ...[email(254), email(241), email(240), 'a@b.co'],
  ...[true, false, null, '', 'true', 'false', [], {}],
];

/** If only the length matters: plain, three-byte and astral characters, and SQL’s own. */
const long = (isAccepted: (value: unknown) => boolean): string[] =>
  ['x', '€', '\u{1f9e1}', '%', "'", '\\', 'A1', '= '].flatMap((unit) => {
    const found = LENGTHS.map((length) => unit.repeat(Math.ceil(length / unit.length)))
      .map((text) => text.trim())
      .find(isAccepted);
    return found === undefined ? [] : [found];
  });

/** Inputs that differ from the valid one in this field only, and that the contract accepts. */
export function extremesOf(e: Endpoint, input: object, field: string): object[] {
  const isAccepted = (value: unknown) => v.safeParse(e.input, { ...input, [field]: value }).success;
  const asText = (value: unknown) =>
    e.method === 'GET' && value !== null && typeof value !== 'object' ? String(value) : value;
  const all = [...values.map(asText).filter(isAccepted), ...long(isAccepted)];
  return [...new Set(all)].map((value) => ({ ...input, [field]: value }));
}
