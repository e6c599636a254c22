/** Every call that reads, on a long book, and the inputs of those that need more than a child. */
import { contracts } from '../../src/app/features.ts';
import type { Contract } from '../../src/contract/endpoint.ts';

/** The long book's child, its savings account, and an entry near its beginning. */
export type Book = { child: string; savings: string; old: string };

const ASKED: Readonly<Record<string, readonly string[]>> = {
  'transactions.list': [
    '',
    '?childId=$child&from=2025-01-01&to=2025-01-31',
    '?accountId=$savings',
    '?accountId=$savings&before=$old',
    '?text=nowhere',
    '?type=bonus&before=$old',
  ],
  'transactions.recent': ['', '?all=true'],
  'statements.month': ['?month=2025-01', '?month=2026-10'],
  'growth.ofChild': ['?span=weeks', '?span=all'],
  'growth.ofFamily': ['?span=all'],
  'growth.year': ['?year=2025'],
};

export function everyRead({ child, savings, old }: Book): string[] {
  return Object.entries(contracts).flatMap(([feature, contract]) =>
    Object.entries(contract as Contract)
      .filter(([, { method, access }]) => method === 'GET' && access !== 'public')
      .flatMap(([name, { path }]) => {
        const id = path.startsWith('/api/transactions/{id}') ? old : child;
        return (ASKED[`${feature}.${name}`] ?? ['']).map((query) =>
          `${path.replace(/\{\w+\}/, id)}${query}`
            .replace('$child', child)
            .replace('$savings', savings)
            .replace('$old', old),
        );
      }),
  );
}
