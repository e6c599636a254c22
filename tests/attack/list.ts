/** All attacks, and the threats that cannot be tried on a started program from outside. */
import { bookAttacks } from './book.ts';
import { eyes } from './eyes.ts';
import { leaks } from './leaks.ts';
import { outside } from './outside.ts';
import { payDayAttacks } from './pay-days.ts';
import type { Attack } from './run.ts';
import { stolen } from './stolen.ts';
import { strangers } from './strangers.ts';
import { wayIn } from './way-in.ts';
import { withinFamily } from './within-family.ts';

export const attacks: readonly Attack[] = [
  ...wayIn,
  ...withinFamily,
  ...eyes,
  ...outside,
  ...bookAttacks,
  ...strangers,
  ...leaks,
  ...stolen,
  ...payDayAttacks,
];

const NOT_YET = 'can be attacked over HTTP, but no attack is written yet';
const WALLETS =
  'needs a payee, a relay or a chain that lies; the wallet lab and its tests have them';

/** Why not. */
export const notAttacked: Readonly<Record<string, string>> = {
  T22: WALLETS,
  T23: WALLETS,
  T24: WALLETS,
  T34: NOT_YET,
  T35: NOT_YET,
  T38: 'needs an operator’s wallet that is paid; the wallet lab has one',
  T39: NOT_YET,
  T43: NOT_YET,
  T49: NOT_YET,
  T50: NOT_YET,
  T51: NOT_YET,
  T52: 'the demo is a page in the browser and makes no call that could be attacked',
  T54: NOT_YET,
  T55: 'lies in what is installed before anything starts; the lock file and the build are tested',
  T56: NOT_YET,
  T59: NOT_YET,
  T60: NOT_YET,
  T61: NOT_YET,
  T62: 'the guard is a browser’s worker, which HTTP does not reach; its tests run the worker',
};
