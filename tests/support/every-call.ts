/** For generated tests: every call of the program, and who may make it. */
import { contracts } from '../../src/app/features.ts';
import { type Contract, changes, type Endpoint } from '../../src/contract/endpoint.ts';
import type { TestApp, Visitor } from './app.ts';
import { expectedFor } from './authorisation-rows.ts';
import { table } from './authorisation-table.ts';
import { send } from './call.ts';
import { ACTORS, type ActorName, type ActorsWorld, makeActors } from './world.ts';

/** By name, as in the authorisation table: `children.create`. */
export const calls = Object.entries(contracts).flatMap(([feature, contract]) =>
  Object.entries(contract as Contract).map(([name, e]): [string, Endpoint] => [
    `${feature}.${name}`,
    e,
  ]),
);

export type Callers = {
  readonly world: ActorsWorld;
  readonly parent: Visitor;
  /** A person allowed to make the call: only its input can be refused. */
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

/** These, or their inputs, change a family's members, so each gets its own world. */
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

/** Everybody who may make a call, the parent last, because it can take away others' rights. */
export const callersOf = (name: string, { access }: Endpoint) => {
  const row = table[name];
  if (!row) throw new Error(`No row for ${name}`);
  return ACTORS.toReversed().filter((actor) => expectedFor(row, access, actor) === 'ok');
};

/** Last come those that remove people. */
const LAST = ['auth.logout', 'family.join', 'family.makeFullParent', 'family.leave'];

/** One of each kind that calls distinguish. */
const KINDS: readonly ActorName[] = ['parent', 'child', 'admin', 'handedOver', 'anonymous'];

/**
 * Makes each call as one of each permitted kind, in a separate program on the world's database:
 * reads first. @returns the calls with at least one 200.
 */
export async function makeEveryCall(world: ActorsWorld, app: TestApp): Promise<Set<string>> {
  const answered = new Set<string>();
  const place = ([name, e]: (typeof calls)[number]) => LAST.indexOf(name) + 1 || +changes(e) - 1;
  for (const [name, e] of calls.toSorted((a, b) => place(a) - place(b))) {
    const all = callersOf(name, e);
    const some = all.filter((one) => KINDS.includes(one));
    for (const actor of some.length > 0 ? some : all) {
      const input = await table[name]?.input(world, actor);
      const visitor = app.visitor(`10.200.${ACTORS.indexOf(actor)}.7`);
      for (const [key, value] of (await world.as(actor)).cookies) visitor.cookies.set(key, value);
      const { status } = await send(visitor, e, input ?? {});
      if (status === 200) answered.add(name);
    }
  }
  return answered;
}
