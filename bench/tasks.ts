/**
 * The longest task of the page's thread after each of some presses, on the play family's year at
 * 390 px: the CPU time that the task takes here times four, as a cheap phone would need. It comes
 * from a trace, so that other work on the machine does not count.
 */
import { median, report } from './support/measure.ts';
import { openPlayBook, press } from './support/play-book.ts';

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

const book = await openPlayBook();
try {
  for (const act of ACTS) {
    const tasks: number[] = [];
    while (tasks.length < ROUNDS) tasks.push(await longest(act));
    report(`tasks: ${act.name}, ms`, median(tasks), '≤ 50');
  }
} finally {
  await book.close();
}

async function longest(act: Act): Promise<number> {
  const page = await book.page(act.path);
  const categories = ['toplevel', 'devtools.timeline', '__metadata'];
  await book.browser.startTracing(page, { categories });
  await press(page, act.press);
  await page.waitForLoadState('networkidle');
  // What is drawn in steps has been drawn.
  await page.waitForTimeout(500);
  const trace = JSON.parse((await book.browser.stopTracing()).toString()) as {
    traceEvents: Event[];
  };
  await page.context().close();
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
