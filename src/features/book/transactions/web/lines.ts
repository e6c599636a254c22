/** The text of an entry's line, and the accounts it moved between. */
import { t } from '@lingui/core/macro';
import type { ACCOUNT_KINDS, Transaction } from '#features/book/transactions/contract.ts';
import { said } from '#web/messages/said.ts';

export type Kind = (typeof ACCOUNT_KINDS)[number];

/** Between two accounts of the book: no money entered or left it. */
export const transferOf = ({ from, to }: Transaction) => (from && to ? { from, to } : undefined);

/** The account of a line; a transfer already names two. */
export const accountOf = ({ from, to }: Transaction): Kind | null => to ?? from;

/** True if a parent corrected the balance. */
function isCorrection({ type, from, to }: Transaction): boolean {
  if (type === 'spending_adjustment') return true;
  const bySavings = type === 'savings_deposit' || type === 'savings_withdrawal';
  return bySavings && (from ?? to) === 'savings' && !(from && to);
}

/** Written by a parent to correct the book: the child should learn why. */
export function isParentsWord(entry: Transaction): boolean {
  return entry.reverses !== null || isCorrection(entry);
}

/** A line's text; for the child itself a full sentence if a parent wrote it. */
export function lineText(entry: Transaction, ownBook: boolean): string {
  if (!ownBook) return said(entry.description);
  if (entry.reverses) return t`A parent took a line back`;
  if (entry.type === 'allowance') return t`Pocket money`;
  if (!isCorrection(entry)) return said(entry.description);
  return entry.type === 'spending_adjustment'
    ? t`A parent corrected your spending money`
    : t`A parent corrected your savings`;
}
