/**
 * Books that this instance has read lately: a child's name, and its accounts, which never change.
 * Whoever uses one proves behind the family's lock that the child is there under this name.
 */
import type { Pool } from '#server/db/database.ts';
import type { Book } from './store.ts';

/** How many children one instance remembers. */
const REMEMBERED = 10_000;

type Memory = Map<string, { familyId: string; book: Book }>;
const memories = new WeakMap<Pool, Memory>();

export function rememberBooks(
  pool: Pool,
  familyId: string,
  books: ReadonlyMap<string, Book>,
): void {
  const known: Memory = memories.get(pool) ?? new Map();
  memories.set(pool, known);
  for (const [childId, book] of books) {
    known.delete(childId); // the newest stands last, the oldest is forgotten first
    known.set(childId, { familyId, book });
    if (known.size > REMEMBERED) known.delete(known.keys().next().value as string);
  }
}

export function recallBook(pool: Pool, familyId: string, childId: string): Book | undefined {
  const found = memories.get(pool)?.get(childId);
  return found?.familyId === familyId ? found.book : undefined;
}

export const forgetBook = (pool: Pool, childId: string): void =>
  void memories.get(pool)?.delete(childId);
