/**
 * One seed decides what a family does, what the clock does and what goes wrong; after each step the
 * book is compared with the model. A seed that fails is shrunk to the steps that it needs.
 */
import { isDeepStrictEqual } from 'node:util';
import { watchLightning } from '#features/lightning/watch.ts';
import type { Reply, TestApp } from '../support/app.ts';
import { goalProblems } from '../support/goals.ts';
import { randomFrom } from '../support/restarts.ts';
import { drawAct, oneOf, type Random } from './acts.ts';
import { whileCut } from './faults.ts';
import { type Act, apply } from './model.ts';
import { type Model, newModel, type Outcome } from './model-book.ts';
import { look, lookAt } from './model-payments.ts';
import {
  bookOf,
  newWorld,
  readBook,
  remember,
  type Simulated,
  send,
  untold,
  type World,
} from './world.ts';

const BASE_MS = Date.parse('2026-11-18T12:00:00Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The clock stays within this of its beginning, and goes forward more than back. */
const MOST_MS = 10 * DAY_MS;
const AT_ONCE = [2, 3, 4];

/** Calls by who made them and how they ended, as `call person outcome`. */
export type Reached = Map<string, number>;
export type Simulation = Simulated & { reached: Reached };

/** What was done, for whoever reads of a failure. */
type Log = string[];
/** `latest`: the farthest that the clock has been. */
type Run = Simulation & { world: World; model: Model; latest: number; log: Log };

class Divergence extends Error {}

/** @throws Error with the fewest steps that still fail, if the book is not the model's */
export async function simulate(simulation: Simulation, seed: number, steps: number): Promise<void> {
  const all = Array.from({ length: steps }, (_, i) => seed * 1_000 + i);
  const failure = await failureOf(simulation, all);
  if (!failure) return;
  const { steps: needed, failure: last } = await shrink(simulation, all, failure);
  throw new Error(`seed ${seed}, ${needed.length} of ${steps} steps:\n${last}`);
}

async function failureOf(
  simulation: Simulation,
  steps: readonly number[],
): Promise<string | undefined> {
  const log: Log = [];
  try {
    await live(simulation, steps, log);
    return undefined;
  } catch (error) {
    if (!(error instanceof Divergence)) throw error;
    return `${log.join('\n')}\n${error.message}`;
  }
}

/** Leaves out halves, quarters, … as long as it still fails. */
async function shrink(simulation: Simulation, all: readonly number[], first: string) {
  let [steps, failure] = [all, first];
  for (let size = Math.ceil(all.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < steps.length; ) {
      const fewer = steps.toSpliced(from, size);
      const found = await failureOf(simulation, fewer);
      if (found) [steps, failure] = [fewer, found];
      else from += size;
    }
  return { steps, failure };
}

async function live(simulation: Simulation, steps: readonly number[], log: Log): Promise<void> {
  const { app, wallets } = simulation;
  app.clock.now = new Date(BASE_MS);
  const world = await newWorld(simulation);
  const run: Run = { ...simulation, world, model: newModel(), latest: BASE_MS, log };
  for (const step of steps) await takeStep(run, step);
  await lookLater(run);
  if (wallets.twice() > 0) throw new Divergence('the wallet paid something twice');
  const problems = [...(await goalProblems(app)), ...(await untold(world, run.model))];
  if (problems.length > 0) throw new Divergence(JSON.stringify(problems));
}

async function takeStep(run: Run, step: number): Promise<void> {
  const random = randomFrom(step);
  jump(run.app, random);
  run.latest = Math.max(run.latest, run.app.clock.now.getTime());
  const fault = oneOf(random, FAULTS);
  if (fault === 'look') await lookLater(run);
  else if (fault === 'race') await race(run, step, random);
  else await act(run, `${step}`, random, fault);
}

const FAULTS = ['none', 'none', 'none', 'lost reply', 'cut', 'race', 'race', 'look'] as const;

/** A day after everything so far, the server asks the wallet what became of its payments. */
async function lookLater(run: Run): Promise<void> {
  const { app, wallets, log } = run;
  run.latest += DAY_MS + HOUR_MS;
  app.clock.now = new Date(run.latest);
  log.push(`at ${app.clock.now.toISOString()}: the wallet is asked`);
  wallets.mood = 'pays';
  await watchLightning(app.services);
  const next = structuredClone(run.model);
  look(next, run.latest);
  run.model = await compare(run, [next]);
}

function jump({ clock }: TestApp, random: Random): void {
  if (random() < 0.6) return;
  const next = clock.now.getTime() + Math.round((random() * 3 - 1) * DAY_MS);
  clock.now = new Date(Math.min(BASE_MS + MOST_MS, Math.max(BASE_MS - MOST_MS, next)));
}

async function act(
  run: Run,
  name: string,
  random: Random,
  fault: 'none' | 'lost reply' | 'cut',
): Promise<void> {
  const { world, log } = run;
  const drawn = drawAct(run.model, random);
  const now = run.app.clock.now.getTime();
  const { next, outcome } = apply(run.model, drawn, name, now);
  const ends = endsOf(run.model, drawn, name, now);
  log.push(`${name} at ${run.app.clock.now.toISOString()}: ${text(drawn)} (${fault})`);
  if (fault === 'cut') {
    // Of anything else the id would stay unknown.
    const where = 'mood' in drawn && random() < 0.5 ? 'at the entry' : 'everywhere';
    await whileCut(run.app, where, () => send(world, drawn, name));
    // A change of nothing commits; what was cut is sent again.
    await compare(run, outcome === 'done' ? [run.model, ...ends] : [run.model]);
  }
  const reply = await send(world, drawn, name);
  expectOutcome(reply, outcome);
  if (outcome === 'done') await remember(world, drawn, name, reply);
  run.model = next;
  if (fault === 'lost reply') {
    const again = await send(world, drawn, name);
    // Whoever asks again about a payment learns what the wallet says by then.
    const isSame = 'mood' in drawn || again.text === reply.text;
    if (again.status !== reply.status || !isSame)
      throw new Divergence(`sent again: ${again.status} ${again.text}, not ${reply.text}`);
  }
  run.model = await compare(run, fault === 'none' ? [next] : ends);
  note(run, drawn, outcome);
}

/**
 * How an act that is cut off or sent again may end: a payment may be under way, or the wallet was
 * asked about it once more.
 */
function endsOf(model: Model, act: Act, name: string, now: number): Model[] {
  const { next } = apply(model, act, name, now);
  if (!('mood' in act) || act.mood === 'refuses') return [next];
  const sent = apply(model, { ...act, mood: 'lost' }, name, now).next;
  return [next, sent, lookAt(sent, 'payment' in act ? act.payment : name)];
}

/** Several at once: what came of it must be what some order of them gives. */
async function race(run: Run, step: number, random: Random): Promise<void> {
  const { world, log } = run;
  const acts = Array.from({ length: oneOf(random, AT_ONCE) }, () => drawQuick(run.model, random));
  const names = acts.map((_, i) => `${step}.${i}`);
  log.push(`${step} at ${run.app.clock.now.toISOString()}, at once: ${acts.map(text).join(' | ')}`);
  const replies = await Promise.all(acts.map((one, i) => send(world, one, names[i] as string)));
  for (const [i, reply] of replies.entries())
    if (reply.status === 200) await remember(world, acts[i] as Act, names[i] as string, reply);
  const now = run.app.clock.now.getTime();
  const fits = ordersOf(acts.map((_, i) => i)).flatMap((order) => {
    let model = run.model;
    for (const i of order) {
      const { next, outcome } = apply(model, acts[i] as Act, names[i] as string, now);
      if (!isOutcome(replies[i] as Reply, outcome)) return [];
      model = next;
    }
    return [model];
  });
  const ended = replies.map(({ status, text: words }) => `${status} ${words.slice(0, 120)}`);
  for (const [i, one] of acts.entries())
    note(run, one, (replies[i] as Reply).status === 200 ? 'done' : 'refused');
  if (fits.length === 0) throw new Divergence(`no order of them ends so: ${ended.join(' | ')}`);
  run.model = await compare(run, fits);
}

/** What is one transaction: a payment is several, and holds more meanwhile than it takes. */
function drawQuick(model: Model, random: Random): Act {
  for (;;) {
    const drawn = drawAct(model, random);
    if (!('mood' in drawn)) return drawn;
  }
}

const ordersOf = (all: readonly number[]): number[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((one) =>
        ordersOf(all.filter((other) => other !== one)).map((rest) => [one, ...rest]),
      );

/** @returns the first of the models that is the book */
async function compare({ world }: Run, models: readonly Model[]): Promise<Model> {
  const book = await readBook(world);
  const found = models.find((model) => isDeepStrictEqual(bookOf(model, world), book));
  if (found) return found;
  const expected = models.slice(0, 2).map((model) => JSON.stringify(bookOf(model, world)));
  throw new Divergence(`the book:\n${JSON.stringify(book)}\nthe model:\n${expected.join('\nor ')}`);
}

const STATUSES: Record<Outcome, readonly number[]> = {
  done: [200],
  refused: [400, 409],
  kept_out: [401, 403, 404],
  gone: [404, 409],
};

const isOutcome = ({ status }: Reply, outcome: Outcome) => STATUSES[outcome].includes(status);

function expectOutcome(reply: Reply, outcome: Outcome): void {
  if (!isOutcome(reply, outcome))
    throw new Divergence(`${reply.status} ${reply.text}, where the model says ${outcome}`);
}

function note({ reached }: Run, { call, by }: Act, outcome: Outcome): void {
  const what = `${call} ${by} ${outcome}`;
  reached.set(what, (reached.get(what) ?? 0) + 1);
}

const text = (one: Act): string =>
  JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
