/** The name of an adult, and their colour and pattern. */
import type { Adult } from '#features/family/contract.ts';
import { SLOTS } from '#web/ui/avatar.tsx';

/** Without a first name, the local part of the address is used. */
export const nameOf = ({ firstName, email }: Pick<Adult, 'firstName' | 'email'>): string =>
  firstName ?? email.split('@')[0] ?? email;

/** Children take the colours in the order of their books, everywhere; the adults the last two. */
export const slotOfAdult = (index: number): number => SLOTS - 1 - index;

/** What is the parents' together, in every drawing of shares. */
export const PARENTS_SLOT = SLOTS - 1;
