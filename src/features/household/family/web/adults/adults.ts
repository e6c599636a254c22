/** The name of an adult, and their color and pattern. */
import { PARENTS_SLOT } from '#core/faces.ts';
import type { Adult } from '#features/household/family/contract.ts';

/** Falls back to the local part of the address. */
export const nameOf = ({ firstName, email }: Pick<Adult, 'firstName' | 'email'>): string =>
  firstName ?? email.split('@')[0] ?? email;

/** Children's colors follow the order of their books, everywhere; adults have the last two. */
export const slotOfAdult = (index: number): number => PARENTS_SLOT - index;
