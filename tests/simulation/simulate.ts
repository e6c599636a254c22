/**
 * One seed decides a family's acts, the clock and the faults; after each step the book is compared
 * with the model. A failing seed is shrunk to the steps it needs.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '../support/app.ts';
import { goalProblems } from '../support/goals.ts';
import { randomFrom } from '../support/restarts.ts';
import { type Act, type Call, MOODS, type Mood, type Outcome } from './act.ts';
import { drawAct } from './acts.ts';
import { arriveAt } from './arrive.ts';
import { type Birth, CHILDREN, newModel } from './beginning.ts';
import { type Book, bookOf, readBook } from './book.ts';
import { payDayIn } from './calendar.ts';
import { chance, oneOf, type Random, satsIn } from './chance.ts';
import { type Cut, whileCut } from './faults.ts';
import { remember } from './made.ts';
import { apply } from './model.ts';
import { lapse } from './model-entries.ts';
import { arrive, payAll } from './model-goals.ts';
import { look, lookAt } from './model-payments.ts';
import { eraseBooks as eraseInModel, isOpen, ownOf } from './model-people.ts';
import type { ChildNo, Model } from './model-types.ts';
import { outcomesOf } from './outcomes.ts';
import { endStory, ownWork } from './own-work.ts';
import { drawTogether, endsOfRace } from './race.ts';
import { shrink } from './shrink.ts';
import { statementProblems } from './statements.ts';
import { birthOf, DAY_MS, HOUR_MS, jump } from './times.ts';
import { comeBack, newWorld, type Simulated, send, type World } from './world.ts';

const MONTH_MS = 31 * DAY_MS;

/** Calls by who made them and how they ended, as `call person outcome`. */
export type Reached = Map<string, number>;
export type Simulation = Simulated & { reached: Reached };

/** `latest`: the latest time the clock reached. `turn`: whose book was read last. */
type Run = Simulation & {
  world: World;
  calls: readonly Call[];
  model: Model;
  latest: number;
  turn: ChildNo;
  log: string[];
};

class Divergence extends Error {}

/** @throws Error with the fewest failing steps, if book and model differ */
export async function simulate(simulation: Simulation, seed: number, steps: number): Promise<void> {
  const all = Array.from({ length: steps }, (_, i) => seed * 1_000 + i);
  const birth = birthOf(seed);
  const failure = await failureOf(simulation, birth, all);
  if (!failure) return;
  const failureWith = (fewer: readonly number[]) => failureOf(simulation, birth, fewer);
  const { steps: needed, failure: last } = await shrink(all, failure, failureWith);
  throw new Error(`seed ${seed}, ${needed.length} of ${steps} steps:\n${last}`);
}

async function failureOf(
  simulation: Simulation,
  birth: Birth,
  steps: readonly number[],
): Promise<string | undefined> {
  const log: string[] = [];
  try {
    await live(simulation, birth, steps, log);
    return undefined;
  } catch (error) {
    if (!(error instanceof Divergence)) throw error;
    return `${log.join('\n')}\n${error.message}`;
  }
}

async function live(
  simulation: Simulation,
  birth: Birth,
  steps: readonly number[],
  log: string[],
): Promise<void> {
  const { app, wallets } = simulation;
  app.clock.now = new Date(birth.born);
  log.push(`in ${birth.zone}, paid on day ${birth.weekday}`);
  const world = await newWorld(simulation, birth);
  const model = newModel(birth);
  const { calls, born: latest } = birth;
  const run: Run = { ...simulation, world, calls, model, latest, turn: 0, log };
  try {
    for (const step of steps) await takeStep(run, step);
    await work(run, 'pays', MONTH_MS);
  } finally {
    await endStory(app, world.familyId);
  }
  if (wallets.twice() > 0) throw new Divergence('the wallet paid something twice');
  const problems = [...(await goalProblems(app)), ...(await statementProblems(world, run.model))];
  if (problems.length > 0) throw new Divergence(JSON.stringify(problems));
}

async function takeStep(run: Run, step: number): Promise<void> {
  const random = randomFrom(step);
  run.app.clock.now = new Date(jump(run.model, run.app.clock.now.getTime(), random));
  run.latest = Math.max(run.latest, run.app.clock.now.getTime());
  await letIn(run, random);
  if (random() < 0.15) await receive(run, `${step} arrived`, random);
  const fault = oneOf(random, FAULTS);
  if (fault === 'look') await lookLater(run, random);
  else if (fault === 'race') await race(run, step, random);
  else await act(run, `${step}`, random, fault);
}

const FAULTS = ['none', 'none', 'none', 'lost reply', 'cut', 'race', 'race', 'look'] as const;

/** Sometimes a person who lost their rights gets new ones. */
async function letIn(run: Run, random: Random): Promise<void> {
  const who = [...run.model.away.keys()];
  if (who.length === 0 || random() < 0.6) return;
  const one = oneOf(random, who);
  const by = !run.model.away.has('spouse') && chance(random, 0.5) ? 'spouse' : 'parent';
  if (!(await comeBack(run.world, run.model, one, by))) return;
  run.log.push(`${one} comes back, by the ${by}`);
  run.model = structuredClone(run.model);
  const child = CHILDREN.find((no) => ownOf(no) === one);
  if (child !== undefined && run.model.away.get(one) === 'joins') run.model.inviters[child] = by;
  run.model.away.delete(one);
}

/** A person outside the family pays. */
async function receive(run: Run, name: string, random: Random): Promise<void> {
  const isGift = chance(random, 0.5);
  const open = CHILDREN.filter((no) => isOpen(run.model, no));
  if (open.length === 0) return;
  const child = isGift || chance(random, 0.7) ? oneOf(random, open) : undefined;
  const isConfirmed = isGift || chance(random, 0.8);
  const made = { child, sats: satsIn(random, 3_000), isGift, isConfirmed };
  run.log.push(`${name} at ${run.app.clock.now.toISOString()}: ${text(made)}`);
  await arriveAt(run.world, name, made);
  run.model = structuredClone(run.model);
  arrive(run.model, name, made);
}

/**
 * A day after everything so far, the server does its own work. If cut off before its commits, it
 * repeats it a day later.
 */
async function lookLater(run: Run, random: Random): Promise<void> {
  const { app, log } = run;
  const mood = oneOf(random, MOODS);
  const where = oneOf(random, ['everywhere', 'at the entry'] as const);
  const cut = random() < 0.3 ? { where, ends: chance(random, 0.5) } : undefined;
  if (cut !== undefined) {
    aDayLater(run, 'pays');
    log.push(`at ${app.clock.now.toISOString()}: the tasks are cut off ${where}, ${ending(cut)}`);
    // Unfinished work is started again.
    await whileCut(app, cut, async () => {
      for (const one of ownWork(app, 0)) await one().catch(() => undefined);
    });
  }
  await work(run, cut === undefined ? mood : 'pays', 0);
}

const ending = ({ ends }: Cut) => (ends ? 'and the connections end' : 'and the commits fail');

function aDayLater(run: Run, mood: Mood): void {
  run.latest += DAY_MS + HOUR_MS;
  run.app.clock.now = new Date(run.latest);
  run.wallets.mood = mood;
}

/** @param aheadMs time offset of the task that ends unanswered requests */
async function work(run: Run, mood: Mood, aheadMs: number): Promise<void> {
  const { app, log } = run;
  aDayLater(run, mood);
  log.push(`at ${app.clock.now.toISOString()}: the tasks run, and the wallet ${mood}`);
  for (const one of ownWork(app, aheadMs)) await one();
  const ends = [false, true].map((isLateFirst) => {
    const next = structuredClone(run.model);
    look(next, run.latest, mood, isLateFirst);
    if (next.isAutomatic) payAll(next, payDayIn(next.zone, run.latest));
    lapse(next, run.latest + aheadMs);
    eraseInModel(next, run.latest);
    return next;
  });
  run.model = await compare(run, ends);
}

async function act(
  run: Run,
  name: string,
  random: Random,
  meant: 'none' | 'lost reply' | 'cut',
): Promise<void> {
  const { world, log } = run;
  const now = run.app.clock.now.getTime();
  const drawn = drawAct(run.model, run.calls, random, name, now);
  // Even a second look is reported.
  const fault = drawn.call === 'showSubWallet' ? 'none' : meant;
  const { next, outcome } = apply(run.model, drawn, name, now);
  const ends = endsOf(run.model, drawn, name, now);
  log.push(`${name} at ${run.app.clock.now.toISOString()}: ${text(drawn)} (${fault})`);
  if (fault === 'cut') {
    // Other acts would have an unknown id.
    const where = 'mood' in drawn && random() < 0.5 ? 'at the entry' : 'everywhere';
    const cut = { where, ends: chance(random, 0.5) } as const;
    log.push(ending(cut));
    await whileCut(run.app, cut, () => send(world, drawn, name));
    // An empty change commits; a cut call is sent again.
    await compare(run, outcome === 'done' ? [run.model, ...ends] : [run.model]);
  }
  const reply = await send(world, drawn, name);
  expectOutcome(reply, outcome);
  if (outcome === 'done') await remember(world.people.parent, world.ids, drawn, name, reply);
  run.model = next;
  if (fault === 'lost reply') {
    const again = await send(world, drawn, name);
    // A repeated payment call gets the wallet's current state.
    const isSame = 'mood' in drawn || again.text === reply.text;
    if (again.status !== reply.status || !isSame)
      throw new Divergence(`sent again: ${again.status} ${again.text}, not ${reply.text}`);
  }
  run.model = await compare(run, fault === 'none' ? [next] : ends);
  note(run, drawn, outcome);
}

/**
 * Possible models after an act was cut off or repeated: a payment may be under way, or looked up
 * once more.
 */
function endsOf(model: Model, act: Act, name: string, now: number): Model[] {
  const { next } = apply(model, act, name, now);
  if (!('mood' in act) || act.mood === 'refuses') return [next];
  const sent = apply(model, { ...act, mood: 'lost' }, name, now).next;
  return [next, sent, lookAt(sent, 'payment' in act ? act.payment : name, now)];
}

/** Simultaneous acts must have the result of some order of them. */
async function race(run: Run, step: number, random: Random): Promise<void> {
  const { app, world, log } = run;
  const now = app.clock.now.getTime();
  const acts = drawTogether(run.model, run.calls, random, now);
  log.push(`${step} at ${app.clock.now.toISOString()}, at once: ${acts.map(text).join(' | ')}`);
  const replies = await Promise.all(acts.map((one, i) => send(world, one, `${step}.${i}`)));
  const raced = acts.map((act, i) => ({ act, name: `${step}.${i}`, reply: replies[i] as Reply }));
  for (const { act: one, name, reply } of raced)
    if (reply.status === 200) await remember(world.people.parent, world.ids, one, name, reply);
  const fits = endsOfRace(
    run.model,
    raced.map(({ act: one, name, reply }) => ({ act: one, name, ends: outcomesOf(reply) })),
    now,
  );
  const ended = replies.map(({ status, text: words }) => `${status} ${words.slice(0, 120)}`);
  if (fits.length === 0) throw new Divergence(`no order of them ends so: ${ended.join(' | ')}`);
  run.model = await compare(run, fits);
}

/**
 * With several models, both children's books are compared; with one, a single book, alternating.
 * @returns the first model that equals the book
 */
async function compare(run: Run, models: readonly Model[]): Promise<Model> {
  const { world, app } = run;
  const { parent, spouse } = world.people;
  const isAlone = models.some(({ away }) => away.has('spouse'));
  const unheard = new Set(models.flatMap((model) => [...model.unheard]));
  run.turn = run.turn === 0 ? 1 : 0;
  const look = { isAlone, unheard, of: models.length > 1 ? CHILDREN : [run.turn] };
  const book = await readBook(world, isAlone ? parent : spouse, look);
  const now = app.clock.now.getTime();
  const books = models.map((model) => bookOf(model, world, now, look));
  const found = models.find((_, i) => isDeepStrictEqual(books[i], book));
  if (found) return found;
  throw new Divergence(
    books
      .slice(0, 2)
      .map((one) => differences(book, one))
      .join('\nor\n'),
  );
}

/** Only the differing parts. */
const differences = (book: Book, model: Book): string =>
  (Object.keys(book) as (keyof Book)[])
    .filter((part) => !isDeepStrictEqual(book[part], model[part]))
    .map((part) => `${part}, the book: ${text(book[part])}\n  the model: ${text(model[part])}`)
    .join('\n');

function expectOutcome(reply: Reply, outcome: Outcome): void {
  if (!outcomesOf(reply).includes(outcome))
    throw new Divergence(`${reply.status} ${reply.text}, where the model says ${outcome}`);
}

function note({ reached }: Run, { call, by }: Act, outcome: Outcome): void {
  const what = `${call} ${by} ${outcome}`;
  reached.set(what, (reached.get(what) ?? 0) + 1);
}

const text = (one: unknown): string =>
  JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
