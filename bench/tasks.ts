/**
 * The longest task of the page's thread after each of some presses, on the play family's year at
 * 390 px: the CPU time that the task takes here times four, as a cheap phone would need. It comes
 * from a trace, so that other work on the machine does not count.
 */
import type { Browser, Page } from 'playwright-core';
import { buildServer } from '#app/server.ts';
import { connect, type Database } from '#server/db/database.ts';
import { cookieJar, newToken, sessionCookie, sha256 } from '#server/http/actor.ts';
import { newId } from '#server/ids.ts';
import { NOTHING_SET } from '#server/settings.ts';
import { makePlayFamily, PLAY_EMAILS } from '#tools/play-family.ts';
import { listen } from './support/app.ts';
import { launch } from './support/browser.ts';
import { startServer } from './support/database.ts';
import { median, report } from './support/measure.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SLOWER = 4;

/** What is pressed, by the beginning of its name, on which page. */
type Act = { name: string; path: string; press: string };
const ACTS: Act[] = [
  { name: 'Activity', path: '/dashboard', press: 'Activity' },
  { name: 'Home', path: '/activity', press: 'Home' },
  { name: 'Goals', path: '/dashboard', press: 'Goals' },
  { name: 'Learn', path: '/dashboard', press: 'Learn' },
  { name: 'More', path: '/dashboard', press: 'More' },
  { name: 'a child', path: '/dashboard', press: 'Leo' },
  { name: 'an entry', path: '/activity', press: 'Fed the rabbits' },
  { name: 'a goal', path: '/family-goals', press: 'View Details' },
  { name: 'create a goal', path: '/family-goals', press: 'Create Goal' },
  { name: 'a line for a child', path: '/dashboard', press: 'Add transaction for Leo' },
  { name: 'pay several', path: '/dashboard', press: 'Pay several' },
];

const nothing = () => Promise.resolve();
const jobs = { mail: nothing, mails: nothing, pushes: nothing, stop: nothing };

const server = await startServer();
const db = connect(await server.fresh());
const clock = { now: new Date() };
const services = {
  db,
  jobs,
  cookies: cookieJar('http://localhost'),
  publicUrl: 'http://localhost',
  admins: new Set<string>(),
  clock: () => clock.now,
  sealKey: new Uint8Array(32),
  push: { publicKey: '', rules: { hosts: [] } },
  settings: NOTHING_SET,
  chain: { network: 'testnet' as const, server: undefined, hosts: [] },
  secretsKey: new Uint8Array(32),
};
const program = await buildServer(services, { trustedProxies: 0, logLevel: 'warn' });
const browser = await launch();
try {
  await makePlayFamily(program, services, clock, services.sealKey);
  const app = await listen(program);
  const session = await sessionOf(db, PLAY_EMAILS.parent);
  for (const act of ACTS) {
    const tasks: number[] = [];
    while (tasks.length < ROUNDS)
      tasks.push(await longest(browser, `http://localhost:${app.port}`, session, act));
    report(`tasks: ${act.name}, ms`, median(tasks), '≤ 50');
  }
} finally {
  await browser.close();
  await program.close();
  await db.close();
  await server.close();
}

async function sessionOf(db: Database, email: string): Promise<string> {
  const token = newToken();
  const [user] = await db.owner<{ userId: string; familyId: string }[]>`
    INSERT INTO session (token_hash, session_id, user_id, device, created_at, last_seen_at)
    SELECT ${Buffer.from(sha256(token))}, ${newId()}, user_id, 'bench', now(), now()
    FROM users WHERE email = ${email}
    RETURNING user_id, (SELECT family_id FROM users u WHERE u.user_id = session.user_id)`;
  if (!user) throw new Error(`Nobody is called ${email}`);
  return sessionCookie(user.familyId, token);
}

async function longest(of: Browser, origin: string, session: string, act: Act): Promise<number> {
  const context = await of.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const common = { domain: 'localhost', path: '/', secure: true, sameSite: 'Lax' as const };
  await context.addCookies([
    { name: '__Host-session', value: session, httpOnly: true, ...common },
    { name: 'signed_in', value: '1', ...common },
  ]);
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.goto(origin + act.path, { waitUntil: 'networkidle' });
  await of.startTracing(page, { categories: ['toplevel', 'devtools.timeline', '__metadata'] });
  await press(page, act.press);
  await page.waitForLoadState('networkidle');
  // What is drawn in steps has been drawn.
  await page.waitForTimeout(500);
  const trace = JSON.parse((await of.stopTracing()).toString()) as { traceEvents: Event[] };
  await context.close();
  return longestTask(trace.traceEvents);
}

type Event = {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  tdur?: number;
  dur?: number;
  args: { name?: string };
};

function longestTask(events: Event[]): number {
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid}.${tid}`),
  );
  const tasks = events.filter(
    ({ name, ph, pid, tid }) => /RunTask/.test(name) && ph === 'X' && main.has(`${pid}.${tid}`),
  );
  return (Math.max(0, ...tasks.map(({ tdur, dur }) => tdur ?? dur ?? 0)) / 1000) * SLOWER;
}

async function press(page: Page, name: string): Promise<void> {
  const wanted = new RegExp(`^${name}`);
  await page
    .getByRole('button', { name: wanted })
    .or(page.getByRole('link', { name: wanted }))
    .filter({ visible: true })
    .first()
    .click();
}
