/** The name of an adult, and their color and pattern. */
import { PARENTS_SLOT } from '#core/faces.ts';
import type { Adult } from '#features/household/family/contract.ts';

/** Without a first name, the local part of the address is used. */
export const nameOf = ({ firstName, email }: Pick<Adult, 'firstName' | 'email'>): string =>
  firstName ?? email.split('@')[0] ?? email;

/** Children take the colors in the order of their books, everywhere; the adults the last two. */
export const slotOfAdult = (index: number): number => PARENTS_SLOT - index;
