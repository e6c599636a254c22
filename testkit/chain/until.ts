/**
 * Waits for a condition, and fails with a message if it never comes. On an idle machine it gives up
 * after 15 s; a slow or busy one gets up to eight times as long.
 */
import { createHash } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const IDLE_MS = 15_000;
const LONGEST = 8;

/**
 * How long the fixed piece of work takes on a processor that isn't slow; measured once per process.
 */
const WORK_MS = 5;
let workMs: number | undefined;

/** @throws Error after `limitMs` */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = 'something to happen',
  limitMs = waitMs(),
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end)
      throw new Error(`Waited ${Math.round(limitMs / 1000)} s for ${what}`);
    await sleep(10);
  }
}

/** The time limit of a wait that begins now. */
export function waitMs(): number {
  workMs ??= workTakes();
  return patience(loadavg()[0] as number, availableParallelism(), workMs);
}

/** @param load how many would use a core at once, over the last minute */
export const patience = (load: number, cores: number, workMs: number): number =>
  IDLE_MS * Math.min(LONGEST, Math.max(1, load / cores) * Math.max(1, workMs / WORK_MS));

function workTakes(): number {
  const before = process.cpuUsage();
  createHash('sha256').update(new Uint8Array(4_000_000)).digest();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
