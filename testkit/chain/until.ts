/** Waits for a condition, and fails in words when it never comes. */
import { setTimeout as sleep } from 'node:timers/promises';

/** @throws Error after `limitMs`; a slow machine needs longer, so the limit is generous. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what = 'the lab',
  limitMs = 60_000,
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited ${limitMs / 1000} s for ${what}`);
    await sleep(10);
  }
}
