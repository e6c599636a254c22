/**
 * Importing a wallet's file of 5,000 rows, from its text to COMMIT, with validation, matching and
 * the entries of the child's book. The floor: splitting lines at their commas, and the bare rows
 * through unnest into one table with ON CONFLICT DO NOTHING. Then the same file again, which must
 * add nothing; and one child's 200th file against its 10th, each of 100 rows.
 */
import { DEFAULT_LIMITS } from '#contract/files.ts';
import { importHandlers } from '#features/book/imports/server.ts';
import { connect, type Database } from '#server/db/database.ts';
import type { FamilyContext } from '#server/http/context.ts';
import { type BenchServer, startServer } from './support/database.ts';
import { type SeededFamily, seedFamilies } from './support/families.ts';
import { log, median, report } from './support/measure.ts';

const ROWS = 5_000;
const FILES = 200;
const ROWS_OF_MANY = 100;
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const COLUMNS =
  'date,id,type,amount_msat,amount_fiat,fee_credit_msat,mining_fee_sat,mining_fee_fiat,service_fee_msat,service_fee_fiat,payment_hash,tx_id,destination,description';

const nothing = () => Promise.resolve();

const server = await startServer();
try {
  await bench(server);
} finally {
  await server.close();
}

async function bench(on: BenchServer): Promise<void> {
  const address = await on.fresh();
  const db = connect(address);
  const bare = on.plain(address);
  try {
    await bare`
      CREATE TABLE floor_row (child_id uuid, id text, at timestamptz, amount bigint, fee bigint,
        words text,
        PRIMARY KEY (child_id, id))`;
    const families = await seedFamilies(db.owner, {
      count: ROUNDS + 1,
      children: () => 1,
    });
    const times: Record<'floor' | 'floorAgain' | 'ours' | 'oursAgain', number[]> = {
      floor: [],
      floorAgain: [],
      ours: [],
      oursAgain: [],
    };
    for (const [round, family] of families.entries()) {
      const text = fileOf(round);
      const took = {
        floor: await timed(() => floorImport(bare, family, text)),
        floorAgain: await timed(() => floorImport(bare, family, text)),
        ours: await timed(() => ourImport(db, family, text, ROWS)),
        oursAgain: await timed(() => ourImport(db, family, text, 0)),
      };
      // The first round warms up.
      if (round > 0)
        for (const key of Object.keys(took) as (keyof typeof took)[]) times[key].push(took[key]);
    }
    log(`${ROWS} rows; medians of ${ROUNDS} rounds, ms:`);
    for (const [name, all] of Object.entries(times)) log(`  ${name}: ${median(all).toFixed(0)}`);
    const ratio = median(times.ours) / median(times.floor);
    report('csv-import: 5,000 rows / bare rows', ratio, '≤ 10');
    await benchManyFiles(db);
  } finally {
    await bare.end();
    await db.close();
  }
}

/** The median of ten files each, around the 10th and the 200th. */
async function benchManyFiles(db: Database): Promise<void> {
  const [family] = await seedFamilies(db.owner, { count: 1, children: () => 1 });
  const times: number[] = [];
  for (let nth = 1; nth <= FILES; nth += 1) {
    const text = fileOf(1_000 + nth, ROWS_OF_MANY, nth * ROWS_OF_MANY);
    times.push(await timed(() => ourImport(db, family as SeededFamily, text, ROWS_OF_MANY)));
  }
  const [tenth, last] = [median(times.slice(5, 15)), median(times.slice(-10))];
  log(`  ms: ${tenth.toFixed(0)} around the 10th file, ${last.toFixed(0)} at the end`);
  report(`csv-import: file ${FILES} / file 10`, last / tenth, '≤ 1.5');
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

type Plain = ReturnType<BenchServer['plain']>;

async function floorImport(sql: Plain, family: SeededFamily, text: string): Promise<void> {
  const rows = text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  const childId = family.children[0]?.childId as string;
  await sql`
    INSERT INTO floor_row (child_id, id, at, amount, fee, words)
    SELECT ${childId}, * FROM unnest(
      ${rows.map((row) => row[1] as string)}::text[],
        ${rows.map((row) => row[0] as string)}::timestamptz[],
      ${rows.map((row) => row[3] as string)}::bigint[],
        ${rows.map((row) => row[8] as string)}::bigint[],
      ${rows.map((row) => row[13] as string)}::text[])
    ON CONFLICT DO NOTHING`;
}

async function ourImport(
  db: Database,
  { familyId, userId, children }: SeededFamily,
  csvContent: string,
  expected: number,
): Promise<void> {
  const handlers = importHandlers({
    db,
    jobs: { mail: nothing, mails: nothing, stop: nothing } as never,
    publicUrl: 'http://localhost',
    importLimits: DEFAULT_LIMITS,
  });
  const childId = children[0]?.childId as string;
  const actor = { familyId, userId, role: 'parent', childId: null };
  const input = { childId, csvContent, filename: 'phoenix.csv' };
  const context = { actor, now: new Date() } as FamilyContext;
  const { importCsv } = handlers;
  const file = (await importCsv.prepare?.(input, context)) as never;
  const reply = await db.changeFamily(familyId, (tx, last) =>
    importCsv(input, { ...context, tx, last }, file),
  );
  if (reply.imported !== expected) throw new Error(`Imported ${reply.imported} of ${expected}`);
}

/** A file as Phoenix writes it; every fiftieth description needs quotation marks. */
function fileOf(round: number, rows = ROWS, hoursLater = 0): string {
  const lines = [COLUMNS];
  for (let i = 0; i < rows; i++) {
    const at = new Date(Date.UTC(2024, 0, 1) + (hoursLater + i) * 3_600_000).toISOString();
    const out = i % 3 === 0;
    const words = i % 50 === 0 ? `"Book store, ""${i}"""` : `Payment ${i}`;
    const amount = out ? -(1_000_000 + i * 10) : 2_000_000 + i * 10;
    lines.push(
      `${at},${round}-${i},lightning_${out ? 'sent' : 'received'},${amount},1.0015 USD,0,0,0.0000 USD,${out ? 3_000 : 0},0.0007 USD,hash${i},,03be9f,${words}`,
    );
  }
  return lines.join('\n');
}
