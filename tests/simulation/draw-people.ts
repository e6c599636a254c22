/** Who comes and goes. */
import type { PeopleAct } from './act.ts';
import { type Drawing, type Draws, notStranger } from './chance.ts';

const ofChild = ({ child }: Drawing) => ({ child });
const ofFamily = ({ by }: Drawing) => ({ by: notStranger(by) });

export const PEOPLE_DRAWS: Draws<PeopleAct['call']> = {
  ...{ closeBook: ofChild, restoreBook: ofChild, endSignIn: ofChild },
  ...{ removeSpouse: ofFamily, deleteFamily: ofFamily, keepFamily: ofFamily },
};
