/** Rows of the calls about goals and allocations. */
import type { Row } from './authorisation-rows.ts';
import type { ActorsWorld } from './world.ts';

type Expect = Row['expect'];

type People = {
  signedIn: Expect;
  adultsOfThisFamily: Expect;
  adultsAndTheChildItself: Expect;
};

export const goalRows = (of: People): Record<string, Row> => ({
  ...rowsOfGoals(of),
  ...rowsOfAllocations(of),
});

function rowsOfGoals(of: People): Record<string, Row> {
  const { signedIn, adultsOfThisFamily, adultsAndTheChildItself } = of;
  /** Names something that every member of the first family may see. */
  const membersOfThisFamily: Row['expect'] = { ...adultsAndTheChildItself, sibling: 'ok' };
  return {
    'goals.list': { input: () => ({}), expect: signedIn },
    'goals.create': { input: () => ({ ...A_GOAL }), expect: signedIn },
    'goals.edit': {
      input: async (w) => ({ id: await ownGoal(w), title: 'Tent' }),
      expect: adultsAndTheChildItself,
    },
    // A child changes none of the family's goals: src/features/pocket/goals/server-own.test.ts.
    'goals.remove': {
      input: async (w) => ({ id: await ownGoal(w) }),
      expect: adultsAndTheChildItself,
    },
    'goals.buy': {
      input: async (w) => ({ id: await completeGoal(w) }),
      expect: adultsOfThisFamily,
    },
    'goals.seen': {
      input: async (w) => ({ id: await completeGoal(w) }),
      expect: membersOfThisFamily,
    },
    'marks.onEntry': {
      input: async (w) => ({ id: await newEntry(w), mark: 'well_done' }),
      expect: adultsOfThisFamily,
    },
    'marks.onGoal': {
      input: async (w) => ({ id: await newGoal(w), mark: 'star' }),
      expect: adultsOfThisFamily,
    },
    'marks.thank': {
      input: async (w) => ({ id: await completeGoal(w), mark: 'heart' }),
      expect: { ...membersOfThisFamily, parent: 403, spouse: 403 },
    },
    'marks.askToBuy': {
      input: async (w) => ({ id: await completeGoal(w) }),
      expect: { ...membersOfThisFamily, parent: 403, spouse: 403 },
    },
    'goals.contributions': {
      input: async (w) => ({ id: await newGoal(w) }),
      expect: membersOfThisFamily,
    },
    'goals.contribute': {
      input: async (w) => ({
        id: await newGoal(w),
        amount: '0.00001',
        contributionType: 'gift',
        childId: w.mia,
      }),
      expect: adultsOfThisFamily,
    },
    'goals.takeBack': {
      input: async (w) => ({ id: await newContribution(w) }),
      expect: adultsOfThisFamily,
    },
    // A child may give a picture only to its own goal.
    'goals.setPicture': {
      input: async (w) => ({ id: await newGoal(w), picture: PICTURE }),
      expect: { ...membersOfThisFamily, child: 403, sibling: 403 },
    },
    'goalPictures.show': {
      input: async (w) => ({ id: await newPicture(w) }),
      expect: membersOfThisFamily,
    },
  };
}

function rowsOfAllocations({
  signedIn,
  adultsOfThisFamily,
  adultsAndTheChildItself,
}: People): Record<string, Row> {
  return {
    'allocations.allocate': {
      input: async (w) => ({ id: await newGoal(w), percentage: 0.1, childId: w.mia }),
      expect: adultsAndTheChildItself,
    },
    'allocations.ask': {
      input: async (w) => ({
        id: await newGoal(w),
        percentage: 1,
        reason: 'I want to help with it',
        applyTo: 'existing_savings',
        childId: w.mia,
      }),
      expect: adultsAndTheChildItself,
    },
    'allocations.pending': { input: () => ({}), expect: signedIn },
    'allocations.active': {
      input: ({ mia: childId }) => ({ childId }),
      expect: adultsAndTheChildItself,
    },
    'allocations.answered': {
      input: ({ mia: childId }) => ({ childId }),
      expect: adultsAndTheChildItself,
    },
    'allocations.approve': {
      input: async (w) => ({ id: await newRequest(w), approved: true }),
      expect: adultsOfThisFamily,
    },
    'allocations.decide': {
      input: async (w) => ({ id: await newRequest(w), approved: true }),
      expect: adultsOfThisFamily,
    },
    'allocations.end': {
      input: async (w) => ({ id: await newRequest(w) }),
      expect: adultsAndTheChildItself,
    },
  };
}

const A_GOAL = {
  title: 'Bike',
  description: 'A red one',
  targetAmount: '0.01',
  category: 'bike',
};

/** The smallest PNG: one pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A family has at most 50 goals, so all tests except those of deleting share one. */
async function newGoal(world: ActorsWorld): Promise<string> {
  const parent = await world.as('parent');
  const goals = (await parent.get('/api/family-goals')).body as Goal[];
  const open = goals.filter(({ state, ownerChildId }) => state === 'open' && !ownerChildId);
  if (open.length > 40) await parent.send('DELETE', `/api/family-goals/${open[0]?.id}`);
  return ((await parent.send('POST', '/api/family-goals', A_GOAL)).body as Goal).id;
}

/** A goal at its target. */
async function completeGoal(world: ActorsWorld): Promise<string> {
  const id = await newGoal(world);
  const gift = { amount: A_GOAL.targetAmount, contributionType: 'gift' };
  await (await world.as('parent')).send('POST', `/api/family-goals/${id}/contributions`, gift);
  return id;
}

/** Mia's personal goal, recreated if it was deleted. */
async function ownGoal(world: ActorsWorld): Promise<string> {
  const child = await world.as('child');
  const goals = (await child.get('/api/family-goals')).body as Goal[];
  const own = goals.find(({ state, ownerChildId }) => state === 'open' && ownerChildId);
  return (own ?? ((await child.send('POST', '/api/family-goals', A_GOAL)).body as Goal)).id;
}

type Goal = { id: string; state: string; ownerChildId: string | null; imageUrl: string | null };

async function newContribution(world: ActorsWorld): Promise<string> {
  const parent = await world.as('parent');
  const path = `/api/family-goals/${await newGoal(world)}/contributions`;
  await parent.send('POST', path, { amount: '0.00001', contributionType: 'gift' });
  return ((await parent.get(path)).body as { id: string }[])[0]?.id as string;
}

async function newPicture(world: ActorsWorld): Promise<string> {
  const parent = await world.as('parent');
  const path = `/api/family-goals/${await newGoal(world)}/picture`;
  const { imageUrl } = (await parent.send('PUT', path, { picture: PICTURE })).body as Goal;
  return imageUrl?.split('/').at(-1) as string;
}

/** A new request of Mia's; earlier ones are answered first, because only so many may be open. */
async function newRequest(world: ActorsWorld): Promise<string> {
  await world.db.owner`
    UPDATE request SET state = 'lapsed', decided_at = now()
    WHERE kind = 'allocation' AND state = 'pending'`;
  const child = await world.as('child');
  const path = `/api/family-goals/${await newGoal(world)}/allocations`;
  const reply = await child.send('POST', path, { percentage: 0.1 });
  return (reply.body as { id: string }).id;
}

export async function newEntry(world: ActorsWorld): Promise<string> {
  const parent = await world.as('parent');
  const body = { childId: world.mia, type: 'bonus', amount: '0.0001', description: 'Test' };
  return ((await parent.send('POST', '/api/transactions', body)).body as { id: string }).id;
}
