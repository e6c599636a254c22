/**
 * Creates a book of this version for tests of later ones: it upgrades the oldest stored book, adds
 * new families that make every call, and runs every task.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readBillingWallet } from '#server/billing-settings.ts';
import { connect, type Database, transaction } from '#server/db/database.ts';
import { migrate, steps } from '#server/db/migrate.ts';
import type { Address } from '#server/db/sql.ts';
import { dumpDatabase } from '#tools/database-backup/dump.ts';
import { copied, prepareCopying, shapes } from '#tools/database-backup/tables.ts';
import { tasks } from '../../src/app/tasks.ts';
import { newVisitor, SEAL_KEY, startApp, type TestApp } from './app.ts';
import { makeEveryCall } from './every-call.ts';
import { everyRead } from './every-read.ts';
import { DAY } from './paydays.ts';
import { OPERATOR } from './play-people.ts';
import {
  databaseOf,
  KEYS,
  NOBODYS_WALLET,
  OLDEST,
  type Recorded,
  recordedAnswers,
} from './upgrades.ts';
import { type ActorsWorld, ADMIN, makeActors } from './world.ts';

const PUBLIC_ADDRESS = 'https://book.satling.org';

/** Opens every stored book. */
export const openBook = (of: Address, at: string): Promise<TestApp> =>
  startApp({
    ...{ address: of, at, admins: [OPERATOR, ADMIN], publicUrl: PUBLIC_ADDRESS },
    chain: { network: 'regtest', server: undefined, hosts: [] },
    billing: { ...readBillingWallet(NOBODYS_WALLET), monthlySats: 210n, yearlySats: 2_000n },
  });

/** A reader with these cookies. */
export function readerOf({ app }: TestApp, cookies: Record<string, string>) {
  const who = newVisitor(app, '10.9.8.7', PUBLIC_ADDRESS);
  for (const [key, value] of Object.entries(cookies)) who.cookies.set(key, value);
  return who;
}

/** Writes the folder of this version. */
export async function keepBook(kept: string, version: string): Promise<void> {
  const folder = join(kept, version);
  mkdirSync(folder, { recursive: true });
  const of = await databaseOf(OLDEST);
  const db = connect(of, 2);
  await migrate(db.owner);
  const people = await live(of, recordedAnswers(OLDEST));
  const { at } = people;
  writeFileSync(join(folder, 'book.sql.gz'), gzipSync(await statementsOf(db), { level: 9 }));
  const origin = { ...KEYS, program: version, now: new Date(at) };
  await dumpDatabase(db, join(folder, 'book.backup'), origin);
  await db.close();
  // Reads what was written, as later versions will, because nothing else will be there.
  const answers = await answersOf(await databaseOf(version, kept), people);
  writeFileSync(join(folder, 'answers.json.gz'), gzipSync(JSON.stringify(answers), { level: 9 }));
  writeFileSync(join(folder, 'README.md'), readme(version));
}

const readme = (version: string) => `# The book of ${version}

Made by \`npm run keep-book\` (\`tests/support/keep-book.ts\`) with the program of ${version}: the
book of ${OLDEST} brought up to date, in which new families have then made every call, and
every task has run.

- \`book.sql.gz\`: its database. First the statements of its migrations, then every row (the job
  queue apart).
- \`book.backup\`: its backup, under the passphrase in \`tests/support/upgrades.ts\`.
- \`answers.json.gz\`: the moment, who is signed in (cookies of tests), and what each GET call
  answered each of them. Left out, as they depend on the clock or the process, or hold no book:
  \`admin\`, \`/health\`, \`/metrics\`, \`backups\`, \`restore\`, \`blog\`, \`lessons.read\`; and
  \`privacy.export\`, which names columns.
`;

/** @returns the people in it afterwards, and what each can read; their replies are added later */
async function live(of: Address, before: Recorded): Promise<Recorded> {
  const app = await openBook(of, before.at);
  const world = await makeActors({ address: of, at: before.at, admins: [OPERATOR, ADMIN] });
  await makeEveryCall(world, app);
  app.clock.advance(DAY);
  world.clock.now = app.clock.now;
  const all = tasks(app.db, SEAL_KEY, PUBLIC_ADDRESS, () => app.clock.now, app.services);
  for (const { run } of all) await run(app.services.jobs);
  const people = { ...before.people, ...(await newPeople(world)) };
  await world.close();
  await app.close();
  return { at: app.clock.now.toISOString(), people };
}

/** Depends on the clock or the process, or contains no book. */
const LEFT_OUT = /^\/(admin|health|metrics)|^\/api\/(admin|backups|restore|blog)|lessons\/|export$/;

/** One of each kind, who reads everything, about one child's book where a call needs one. */
async function newPeople(world: ActorsWorld): Promise<Recorded['people']> {
  const [line] = await world.db.owner<{ savings: string; old: string }[]>`
    SELECT account_id AS savings, entry_id AS old
    FROM account JOIN posting USING (family_id, account_id)
    WHERE child_id = ${world.mia} AND kind = 'savings' ORDER BY entry_id LIMIT 1`;
  if (!line) throw new Error('Nothing stands in the book');
  const paths = everyRead({ child: world.mia, ...line }).filter((path) => !LEFT_OUT.test(path));
  const people: Recorded['people'] = {};
  for (const actor of ['parent', 'spouse', 'child', 'otherParent'] as const) {
    const { cookies } = await world.as(actor);
    const answers = Object.fromEntries(paths.map((path) => [path, { status: 0, body: undefined }]));
    people[`${actor} of every call`] = { cookies: Object.fromEntries(cookies), answers };
  }
  return people;
}

async function answersOf(of: Address, { at, people }: Recorded): Promise<Recorded> {
  const app = await openBook(of, at);
  for (const { cookies, answers } of Object.values(people)) {
    const who = readerOf(app, cookies);
    for (const path of Object.keys(answers)) {
      const { status, body, text } = await who.get(path);
      answers[path] = { status, body: body ?? text };
    }
  }
  await app.close();
  return { at, people };
}

/** Everything needed to rebuild the database: its migrations' statements, then every row. */
function statementsOf({ owner }: Database): Promise<string> {
  return transaction(owner, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async (tx) => {
    await prepareCopying(tx);
    const list = { name: 'migration', columns: ['name', 'hash', 'applied_at'] };
    const parts = [MIGRATION, ...steps().map(({ sql }) => sql)].map((sql) => `${sql};\n`);
    for (const shape of [...(await shapes(tx)), list]) {
      const chunks: Buffer[] = [];
      const stream = await tx.unsafe(`COPY ${copied(shape)} TO STDOUT`).readable();
      stream.once('end', () => stream._read(0)); // as in tools/database-backup/dump.ts
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const rows = Buffer.concat(chunks).toString();
      if (rows !== '') parts.push(`COPY ${copied(shape)} FROM stdin;\n${rows}\\.\n`);
    }
    return parts.join('');
  });
}

const MIGRATION = `CREATE TABLE migration (
  name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL)`;

export const VERSION = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string })
  .version;
