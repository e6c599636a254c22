/** All attacks, and the threats that can't be tried on a started program from outside. */
import { abuse } from './abuse.ts';
import { bookAttacks } from './book.ts';
import { eyes } from './eyes.ts';
import { kept } from './kept.ts';
import { leaks } from './leaks.ts';
import { otherServers } from './other-servers.ts';
import { outside } from './outside.ts';
import { pages } from './pages.ts';
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
  ...kept,
  ...pages,
  ...abuse,
  ...otherServers,
];

const OPERATOR = 'needs an operator’s wallet that is paid; the wallet lab has one';

/** Reason. */
export const notAttacked: Readonly<Record<string, string>> = {
  T24: 'needs a relay that lies; the wallet lab and its tests have some',
  T38: OPERATOR,
  T39: OPERATOR,
  T52: 'the demo is a page in the browser and makes no call that could be attacked',
  T55: 'lies in what is installed before anything starts; the lock file and the build are tested',
  T62: 'the guard is a browser’s worker, which HTTP does not reach; its tests run the worker',
};
