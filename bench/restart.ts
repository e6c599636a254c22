/**
 * A restart of the real program, with 1,000 families in its book: how long until it is ready, what
 * the first Home costs compared with warm ones, and how long after a SIGTERM and a kill -9 every
 * task has run again. The floor of a start is its database alone.
 */
import { connect } from '#server/db/database.ts';
import { startEmbedded } from '#server/db/embedded.ts';
import { killInTasks } from '#tests/support/task-kills.ts';
import { liveAYear, seedFamilies } from './support/families.ts';
import { log, median, report } from './support/measure.ts';
import { kill, openHome, seedFolder } from './support/real-program.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const FAMILIES = 1_000;
const WARM = 20;

const folder = await seedFolder(async (db) => {
  const families = await seedFamilies(db.owner, { count: FAMILIES, children: () => 2 });
  for (const family of families.slice(0, WARM)) await liveAYear(db, family);
  return families;
});
try {
  await bench();
} finally {
  folder.remove();
}

async function bench(): Promise<void> {
  // Seals what was just written, and leaves the compiled program behind.
  await (await folder.start()).stop();
  const found = { floor: [] as number[], ready: [] as number[], first: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    found.floor.push(await timed(databaseAlone));
    let program = await folder.start();
    await program.stop();
    found.ready.push(await timed(async () => (program = await folder.start())));
    const [family, ...others] = folder.seeded.slice(0, WARM) as [never];
    const first = await openHome(program, family);
    const warm: number[] = [];
    for (const other of others) warm.push(await openHome(program, other));
    found.first.push(first / median(warm));
    await (round % 2 === 0 ? program.stop() : kill(program));
  }
  log(`  the database alone, ms: ${median(found.floor).toFixed(0)}`);
  report('restart: ms until the program is ready', median(found.ready), '≤ 1500');
  report('restart: the first Home / warm ones', median(found.first), '≤ 3');
  for (const death of ['terminate', 'kill'] as const) {
    const { slowestSeconds, tasks } = await killInTasks([death], 1);
    report(`restart: seconds until ${tasks} tasks ran again, ${death}`, slowestSeconds, '≤ 120');
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function databaseAlone(): Promise<void> {
  const { stop, ...address } = await startEmbedded({
    dataDir: folder.dataDir,
    log: () => undefined,
  });
  const db = connect(address);
  await db.owner`SELECT 1`;
  await db.close();
  await stop();
}
