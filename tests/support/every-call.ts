/** For generated tests: every call of the program, and who may make it. */
import { contracts } from '../../src/app/features.ts';
import type { Contract, Endpoint } from '../../src/contract/endpoint.ts';
import type { Visitor } from './app.ts';
import { type ActorsWorld, makeActors } from './world.ts';

/** By the name that the authorisation table knows: `children.create`. */
export const calls = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract as Contract).map(([name, e]): [string, Endpoint] => [
    `${feature}.${name}`,
    e,
  ]),
);

export type Callers = {
  readonly world: ActorsWorld;
  readonly parent: Visitor;
  /** Who may make a call, so that its input is what is refused. */
  readonly callerOf: (e: Endpoint) => Visitor;
};

export async function makeCallers(): Promise<Callers> {
  const world = await makeActors();
  const parent = await world.as('parent');
  const tablet = await world.as('handedOver');
  const operator = await world.as('admin');
  const callerOf = ({ access }: Endpoint) =>
    access === 'handedOver' ? tablet : access === 'admin' ? operator : parent;
  return { world, parent, callerOf };
}

/** These, or their inputs, change a family's members, so each gets its own people. */
export const OWN_WORLD: readonly string[] = [
  'family.adjustShare',
  'family.join',
  'family.inviteSpouse',
  'family.resendSpouse',
  'family.spouseAccess',
  'family.removeSpouse',
  'family.makeFullParent',
  'family.undoFullParent',
  'family.leave',
];
