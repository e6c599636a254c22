/** The columns of the authorization table: kinds of people, and their rights. */
import type { Access } from '../../src/contract/endpoint.ts';
import type { ActorName, ActorsWorld } from './world.ts';

export type Expected = 'ok' | 400 | 401 | 403 | 404 | 409;
export type Row = {
  /** Fields of the call, including path parameters; new ones for each try. */
  input: (world: ActorsWorld, actor: ActorName) => object | Promise<object>;
  expect: Record<Exclude<ActorName, 'handedOver'>, Expected> & {
    /** Omitted where it equals what the child gets; see expectedFor. */
    handedOver?: Expected;
  };
};

/** A handed-over tablet has its child's rights, and none over the adult who signed in on it. */
export function expectedFor(row: Row, access: Access, actor: ActorName): Expected {
  if (actor !== 'handedOver') return row.expect[actor];
  return row.expect.handedOver ?? (access === 'user' ? 403 : row.expect.child);
}

export const everyone: Row['expect'] = {
  anonymous: 'ok',
  parent: 'ok',
  spouse: 'ok',
  child: 'ok',
  sibling: 'ok',
  otherParent: 'ok',
  otherChild: 'ok',
  admin: 'ok',
  invited: 'ok',
  removed: 'ok',
};
export const signedIn: Row['expect'] = { ...everyone, anonymous: 401, removed: 401 };
/** For the actor's own family; children are refused. */
export const adults: Row['expect'] = { ...signedIn, child: 403, sibling: 403, otherChild: 403 };
export const parents: Row['expect'] = { ...adults, spouse: 403 };
/** Names a child of the first family, which does not exist for other families. */
export const adultsOfThisFamily: Row['expect'] = {
  ...adults,
  otherParent: 404,
  admin: 404,
  invited: 404,
};
export const adultsAndTheChildItself: Row['expect'] = {
  ...adultsOfThisFamily,
  child: 'ok',
  sibling: 404,
  otherChild: 404,
};

/** Every adult's status instead of `ok`. */
export const onAdults = (status: Expected) =>
  ({
    parent: status,
    spouse: status,
    otherParent: status,
    admin: status,
    invited: status,
  }) as const;

export const nothing = () => ({});
export const mia = ({ mia: id }: ActorsWorld) => ({ id });
export const mail = () => ({ email: `nobody${Math.random()}@example.com` });

export function mapAll(status: Expected): Row['expect'] {
  return Object.fromEntries(Object.keys(everyone).map((actor) => [actor, status])) as Row['expect'];
}
