/** Comings and goings. */
import type { PeopleAct } from './act.ts';
import { chance, type Drawing, type Draws, notStranger, oneOf } from './chance.ts';

const ofChild = ({ child }: Drawing) => ({ child });
const ofFamily = ({ by }: Drawing) => ({ by: notStranger(by) });

export const PEOPLE_DRAWS: Draws<PeopleAct['call']> = {
  ...{ closeBook: ofChild, restoreBook: ofChild, endSignIn: ofChild },
  ...{ removeSpouse: ofFamily, deleteFamily: ofFamily, keepFamily: ofFamily },
  eraseAgain: ({ random, model: { away }, by, child }) => ({
    ...{ by: chance(random, 0.8) ? 'operator' : by },
    what: oneOf(random, [
      child,
      'spouse',
      'child0',
      'child1',
      away.has('spouse') ? 'parent' : child,
    ]),
    ...{ isWaiting: chance(random, 0.8), isOurs: chance(random, 0.8) },
  }),
};
