/** Grows all saplings by the days that have ended, each day once, even if the run is late. */
import { addDays, type CivilDate, maxDate } from '#core/calendar.ts';
import { localDate } from '#core/time-zone.ts';
import { transaction } from '#server/db/database.ts';
import type { Pool } from '#server/db/sql.ts';
import { daysGrowth } from './rules.ts';
import { addGrowth, type GrowingChild, type Grown, readGrowing } from './store.ts';

const NIL = '00000000-0000-0000-0000-000000000000';
const BATCH = 200;

/** Any number of instances may run it; each day of a child is added once. */
export async function growSaplings(owner: Pool, now: Date): Promise<void> {
  const zones = await owner<{ timeZone: string }[]>`SELECT DISTINCT time_zone FROM family`;
  const yesterdays = new Map(
    zones.map(({ timeZone }) => [timeZone, addDays(localDate(now, timeZone), -1)]),
  );
  let after: { familyId: string; childId: string } | undefined = { familyId: NIL, childId: NIL };
  while (after !== undefined) {
    const children: GrowingChild[] = await readGrowing(owner, after, yesterdays, BATCH);
    after = children.at(-1);
    const grown = children.map((child) => growthUpTo(child, yesterdays.get(child.timeZone) ?? ''));
    if (grown.length > 0) await transaction(owner, 'BEGIN', (tx) => addGrowth(tx, grown));
  }
}

/** Starts the day after the last one added; at first on the day the book was created. */
function growthUpTo(child: GrowingChild, to: CivilDate): Grown {
  const { familyId, childId, saplingDay, timeZone, createdAt, removedUpTo, plans } = child;
  const begun = localDate(createdAt, timeZone);
  const known = removedUpTo ? addDays(localDate(removedUpTo, timeZone), 1) : begun;
  const from = saplingDay ? addDays(saplingDay, 1) : maxDate(begun, known);
  const changes = new Map<CivilDate, bigint>();
  for (const { at, sats } of child.changes) {
    const day = localDate(at, timeZone);
    changes.set(day, (changes.get(day) ?? 0n) + sats);
  }
  const { keptSats } = child;
  const grown = daysGrowth({ from, to, plans, keptSats, changes, today: addDays(to, 1) });
  return { familyId, childId, before: saplingDay, to, grown };
}
