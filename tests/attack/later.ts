/** The clock of an attack's own world continues from where the last attack left it. */
import type { Visitor } from './people.ts';
import type { World } from './world.ts';

const ahead = new WeakMap<World, number>();

/** @param ms negative to set the clock back */
export async function later(world: World, ms: number): Promise<void> {
  const aheadMs = (ahead.get(world) ?? 0) + ms;
  ahead.set(world, aheadMs);
  await world.setClock(aheadMs);
}

const DAY = 86_400_000;
const MOST_DAYS = 10;

/** Moves this many days on; this person stays signed in. */
export async function days(world: World, who: Visitor, count: number): Promise<void> {
  for (let left = count; left > 0; left -= MOST_DAYS) {
    await later(world, Math.min(left, MOST_DAYS) * DAY);
    await who.must('GET', '/api/auth/user');
  }
}
