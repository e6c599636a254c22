/**
 * An evening: 2,000 families open Home within a minute, all from one address, right after a restart
 * of the program. The floor is the same beforehand, one family at a time with no other calls.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { liveAYear, seedFamilies } from './support/families.ts';
import { log, report } from './support/measure.ts';
import { openHome, p95, seedFolder } from './support/real-program.ts';

const FAMILIES = Number(process.env.BENCH_FAMILIES ?? 2_000);
const MINUTE_MS = 60_000;
const IDLE = 200;

const folder = await seedFolder(async (db) => {
  const families = await seedFamilies(db.owner, { count: FAMILIES, children: () => 2 });
  for (const family of families.slice(0, IDLE)) await liveAYear(db, family);
  return families;
});
try {
  const before = await folder.start();
  const idle: number[] = [];
  for (const family of folder.seeded.slice(0, IDLE)) idle.push(await openHome(before, family));
  await before.stop();
  const program = await folder.start();
  const began = performance.now();
  const evening = await Promise.all(
    folder.seeded.map(async (family, i) => {
      await sleep((i * MINUTE_MS) / FAMILIES);
      return openHome(program, family);
    }),
  );
  const took = (performance.now() - began) / 1000;
  await program.stop();
  log(
    `  p95, ms: ${p95(idle).toFixed(1)} idle, ${p95(evening).toFixed(1)} in ${took.toFixed(0)} s`,
  );
  report(
    'evening: 2,000 families open Home after a restart, p95 / idle',
    p95(evening) / p95(idle),
    '≤ 3',
  );
} finally {
  folder.remove();
}
