/** The calls of the operators' pages, and the one that says who asks. */
import { auth } from '#features/auth/contract.ts';
import { client } from '#web/api.ts';
import { admin } from '../contract.ts';

export const calls = client(admin);
export const { user: askWho, magicLink } = client({ user: auth.user, magicLink: auth.magicLink });
