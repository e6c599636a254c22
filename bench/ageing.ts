/**
 * Ageing: the CPU time of each read call, in the book of a family of 20,000 lines and in one of
 * 100, among 2,000 other families; right after filling the tables, and after ANALYZE. The floor is
 * the book of 100 lines in the same run. Files of a whole book are left out.
 */
import { connect, type Database } from '#server/db/database.ts';
import { type Book, everyRead } from '#tests/support/every-read.ts';
import { fillTables } from '#tests/support/shared-tables.ts';
import { cookieOf, startApp } from './support/app.ts';
import { type BenchServer, startServer } from './support/database.ts';
import { liveAYear, type SeededFamily, seedFamilies } from './support/families.ts';
import { cpuSeconds, log, median, report } from './support/measure.ts';

const OTHERS = Number(process.env.BENCH_FAMILIES ?? 2_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** Below this reply time nobody waits, however fast smaller books are. */
const ENOUGH_MS = 50;
const TABLES = ['family', 'child', 'account', 'entry', 'entry_text', 'posting'];

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const db = connect(await on.fresh());
  for (const table of TABLES)
    await db.owner.unsafe(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`);
  const one = () => seedFamilies(db.owner, { count: 1, children: () => 1 });
  const [long] = (await one()) as [SeededFamily];
  await fillTables({ db, clock: { now: new Date() } }, long.familyId, OTHERS);
  const [short] = (await one()) as [SeededFamily];
  await liveAYear(db, short);
  const app = await startApp(db, 'error');
  const cost = (family: SeededFamily, path: string) => cpuOf(on, app.port, family, path);
  try {
    const reads = readsOf(await bookOf(db, long));
    const shorts = readsOf(await bookOf(db, short));
    for (const state of ['as filled', 'after ANALYZE']) {
      if (state === 'after ANALYZE') await db.owner`ANALYZE`;
      let worst = 0;
      for (const [i, path] of reads.entries()) {
        const floor = await cost(short, shorts[i] as string);
        const ms = await cost(long, path);
        const of = ms / Math.max(floor, ENOUGH_MS / 10);
        const name = path.replaceAll(/[0-9a-f-]{36}/g, '…');
        if (ms > ENOUGH_MS / 2)
          log(`  ${state}, ${name}: ${ms.toFixed(0)} ms, ${floor.toFixed(1)} in a short book`);
        worst = Math.max(worst, of);
      }
      report(
        `ageing: ${reads.length} reads ${state}, the worst / short book or 5 ms`,
        worst,
        '≤ 10',
      );
    }
  } finally {
    await app.close();
    await db.close();
  }
}

/** A backup or an export is as long as its book. */
function readsOf(book: Book): string[] {
  return everyRead(book).filter((path) => !/backup$|export$/.test(path));
}

async function bookOf({ owner }: Database, { familyId, children }: SeededFamily): Promise<Book> {
  const [line] = await owner<{ old: string; savings: string }[]>`
    SELECT entry_id AS old, account_id AS savings FROM entry
    JOIN posting USING (family_id, entry_id) JOIN account USING (family_id, account_id)
    WHERE family_id = ${familyId} AND kind = 'savings' ORDER BY occurred_at OFFSET 50 LIMIT 1`;
  if (!line) throw new Error('The book has no lines');
  return { child: children[0]?.childId as string, ...line };
}

/** Median CPU time in ms, of the program and its database. */
async function cpuOf(
  on: BenchServer,
  port: number,
  { session }: SeededFamily,
  path: string,
): Promise<number> {
  const all: number[] = [];
  while (all.length < ROUNDS) {
    const before = cpuSeconds(on.postmaster);
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { cookie: cookieOf(session) },
    });
    await reply.arrayBuffer();
    const after = cpuSeconds(on.postmaster);
    if (path.includes('?') && reply.status !== 200) throw new Error(`${path}: ${reply.status}`);
    all.push((after.own - before.own + after.database - before.database) * 1000);
  }
  return median(all);
}
