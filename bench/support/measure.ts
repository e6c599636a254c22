/** CPU time, medians and the one line that every figure ends with. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const TICKS_PER_SECOND = 100;

export type Cpu = { own: number; database: number };

/** CPU seconds so far: this process and, where the postmaster is known, all of its processes. */
export function cpuSeconds(postmaster: number | undefined): Cpu {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1e6 + endedChildren();
  return { own, database: postmaster ? databaseSeconds(postmaster) : 0 };
}

/** Seconds of the children that have ended; not of the running load generator. */
function endedChildren(): number {
  const stat = statOf('self') ?? [];
  return (Number(stat[13]) + Number(stat[14])) / TICKS_PER_SECOND;
}

export type Measured = { perSecond: number; p99: number } & Cpu & { cpu: number };

/** Runs the work and divides the CPU time, in µs, by its result. */
export async function measured(
  postmaster: number | undefined,
  work: () => Promise<{ done: number; perSecond: number; p99?: number }>,
): Promise<Measured> {
  const before = cpuSeconds(postmaster);
  const { done, perSecond, p99 = 0 } = await work();
  const after = cpuSeconds(postmaster);
  const own = ((after.own - before.own) * 1e6) / done;
  const database = ((after.database - before.database) * 1e6) / done;
  return { perSecond, p99, own, database, cpu: own + database };
}

/** One line of medians. */
export function logMedians(name: string, rounds: readonly Measured[]): void {
  const of = (key: keyof Measured, digits = 0) =>
    median(rounds.map((round) => round[key])).toFixed(digits);
  const p99 = Number(of('p99', 1)) > 0 ? `, p99 ${of('p99', 1)} ms` : '';
  log(`  ${name}: ${of('perSecond')}/s${p99}, CPU µs ${of('own')} + database ${of('database')}`);
}

/** CPU of a program with all threads. */
export function secondsOf(pid: number): number {
  const stat = statOf(String(pid)) ?? [];
  return (Number(stat[11]) + Number(stat[12])) / TICKS_PER_SECOND;
}

/** CPU seconds of PostgreSQL: finished children are in the postmaster's account. */
export function databaseSeconds(postmaster: number): number {
  let seconds = 0;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = statOf(name);
    if (stat === undefined) continue;
    const isPostmaster = name === String(postmaster);
    if (!isPostmaster && stat[1] !== String(postmaster)) continue;
    seconds += onCpu(name);
    if (isPostmaster) seconds += (Number(stat[13]) + Number(stat[14])) / TICKS_PER_SECOND;
  }
  return seconds;
}

/** Fields of /proc/<pid>/stat from the third on: state, parent, … (proc_pid_stat(5)). */
function statOf(pid: string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined; // it ended after the listing
  }
}

function onCpu(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e9;
  } catch {
    return 0; // it has ended; its parent has the time
  }
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] as number;
};

/** Runs the candidates in turn, round by round, so all run under the same conditions. */
export async function alternate<K extends string, T>(
  rounds: number,
  candidates: Readonly<Record<K, () => Promise<T>>>,
): Promise<Record<K, T[]>> {
  const names = Object.keys(candidates) as K[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<K, T[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) {
      await sleep(200);
      results[name].push(await candidates[name]());
    }
  return results;
}

/** The median over the rounds of ours / anchor of the same round. */
export const ratio = (
  ours: readonly Measured[],
  anchor: readonly Measured[],
  key: keyof Measured,
): number => median(ours.map((one, i) => one[key] / (anchor[i]?.[key] ?? Number.NaN)));

/** Prints `name: 1.23 (goal ≥ 1.2: met)`; all.ts collects these lines. */
export function report(name: string, value: number, goal: `${'≥' | '≤'} ${number}`): void {
  const [sign, bound] = goal.split(' ') as [string, string];
  const met = sign === '≥' ? value >= Number(bound) : value <= Number(bound);
  process.stdout.write(
    `= ${name}: ${value.toFixed(2)} (goal ${goal}: ${met ? 'met' : 'MISSED'})\n`,
  );
}

export const log = (line: string) => process.stdout.write(`${line}\n`);
